"""Looks at results.json of the end-to-end run: python3 check_results.py FILE"""

import json
import sys

RATE, SECONDS, INJECTORS = 5, 6, 2

trials = json.load(open(sys.argv[1], encoding="utf-8"))["trials"]
wrong = []
overheads = []


def require(condition, sentence):
    if not condition:
        wrong.append(sentence)


places = sorted((trial["block"], trial["strategy"]) for trial in trials)
require(places == [(1, "executor"), (1, "rx"), (2, "executor"), (2, "rx")], f"not each trial once: {places}")
for trial in trials:
    name = f"block {trial['block']}, {trial['strategy']}"
    measured, place = trial["measured"], trial["place"]
    if not measured or not place:
        require(False, f"{name} has no figures: {trial['reason']}")
        continue
    count = measured["requests"] + measured["errors"]
    require(abs(count - RATE * SECONDS) <= 1, f"{name}: {count} requests counted, not {RATE * SECONDS}")
    require(place["slot"] == trial["block"], f"{name} ran in slot {place['slot']}")
    require(place["node"] and place["kubelet"], f"{name} does not know its node: {place}")
    overheads.append(place["overhead"])
    require(place["colocated"] is True, f"{name} is not marked as colocated")
    used = measured["injectors"]
    members = used["each"]
    require(len(members) == INJECTORS, f"{name} had {len(members)} injectors")
    require(sum(member["requests"] for member in members) == count, f"{name}: the injectors' requests do not add up")
    for member in members:
        require(member["clockOffsetMs"] is not None and member["roundTripMs"] > 0, f"{name}: no clock of {member}")

print("\n".join(wrong) or "all is right")
if overheads:
    most = {part: max(overhead[part + "Seconds"] for overhead in overheads) for part in ("start", "lead", "end")}
    print(f"beside warm-up and window at most {most['start']:.1f} s to start, {most['lead']:.1f} s to lead, {most['end']:.1f} s to end")
sys.exit(1 if wrong else 0)
