package com.example.shop;

/** A line of a list that an upstream answers with. */
record Entry(long id, String title) {}
