#!/usr/bin/env python3
"""Writes pairs.tsv and offsets.tsv: geodesics of WGS 84 as PyPI's geographiclib computes them.

    pip install geographiclib
    python3 make-pairs.py

pairs.tsv, a line a pair: kind, latitude and longitude of both points (units of 1e-7 degrees), distance (micrometres),
azimuth at the first and at the second point (units of 1e-9 degrees, 0...360).
Kinds: g anywhere, s near each other, n nearly antipodal, p one at a pole or beside it, q equatorial, m same or opposite
meridian, d across the antimeridian.

offsets.tsv, a line a case: kind, start and end of a line, a point (six numbers, 1e-7 degrees), cross-track and
along-track (micrometres).
Kinds: g anywhere, p a line that begins, ends or passes at a pole or beside it, P a point at a pole, m along a meridian,
q along the equator, d across the antimeridian, f a point far to the side, a a point far behind the end or the start.
"""
import math
import random
from geographiclib.geodesic import Geodesic

WGS84 = Geodesic.WGS84
SCALE = 10_000_000


def degrees(value):
    return value / SCALE


def wrap(longitude):
    return (longitude + 180 * SCALE) % (360 * SCALE) - 180 * SCALE


def latitude(random):
    """A latitude as frequent as its circle is long."""
    return round(math.degrees(math.asin(random.uniform(-1, 1))) * SCALE)


def longitude(random):
    return random.randrange(-180 * SCALE, 180 * SCALE + 1)


def beside(random, lat, lon, metres):
    end = WGS84.Direct(degrees(lat), degrees(lon), random.uniform(0, 360), metres)
    return round(end["lat2"] * SCALE), wrap(round(end["lon2"] * SCALE))


def pair(random, kind):
    lat1, lon1 = latitude(random), longitude(random)
    if kind == "g":
        return lat1, lon1, latitude(random), longitude(random)
    if kind == "s":
        return lat1, lon1, *beside(random, lat1, lon1, 10 ** random.uniform(-1, 5))
    if kind == "n":
        if random.random() < 0.3:
            lat1 = round(10 ** random.uniform(0, 7)) * random.choice((-1, 1))
        spread = 10 ** random.uniform(1, 7.3)
        lat2 = max(-90 * SCALE, min(90 * SCALE, -lat1 + round(random.uniform(-spread, spread))))
        return lat1, lon1, lat2, wrap(lon1 + 180 * SCALE + round(random.uniform(-spread, spread)))
    if kind == "p":
        lat1 = random.choice((-1, 1)) * (90 * SCALE - random.choice((0, 0, round(10 ** random.uniform(0, 6)))))
        return lat1, lon1, random.choice((latitude(random), -lat1, lat1 - round(math.copysign(1e5, lat1)))), \
            longitude(random)
    if kind == "q":
        return 0, lon1, random.choice((0, 0, round(10 ** random.uniform(0, 5)))), longitude(random)
    if kind == "m":
        return lat1, lon1, latitude(random), wrap(lon1 + random.choice((0, 180 * SCALE)))
    lon1 = random.choice((-1, 1)) * (180 * SCALE - random.randrange(SCALE))
    return lat1, lon1, lat1 + random.randrange(-SCALE, SCALE) if abs(lat1) < 89 * SCALE else lat1, \
        -int(math.copysign(180 * SCALE - random.randrange(SCALE), lon1))


def nano(azimuth):
    return round((azimuth % 360) * 1e9) % 360_000_000_000


def write_pairs(count):
    source = random.Random(20261130)
    kinds = "ggggggsssssnnnnnpqmd"
    with open("pairs.tsv", "w") as out:
        for index in range(count):
            kind = kinds[index % len(kinds)]
            lat1, lon1, lat2, lon2 = pair(source, kind)
            line = WGS84.Inverse(degrees(lat1), degrees(lon1), degrees(lat2), degrees(lon2))
            out.write("\t".join(map(str, (
                kind, lat1, lon1, lat2, lon2, round(line["s12"] * 1e6), nano(line["azi1"]), nano(line["azi2"])
            ))) + "\n")


def offset_line(random, kind):
    """A line of a kind: start and end."""
    lat1, lon1 = latitude(random), longitude(random)
    length = 10 ** random.uniform(1, 6.5)
    if kind == "p":
        side = random.choice((-1, 1))
        near = side * (90 * SCALE - random.choice((0, round(10 ** random.uniform(0, 6)))))
        other = side * (90 * SCALE - round(10 ** random.uniform(3, 8)))
        ends = (near, lon1, other, longitude(random))
        # The third form passes the pole between its ends.
        return random.choice((ends, ends[2:] + ends[:2], (other, lon1, other, wrap(lon1 + 179 * SCALE))))
    if kind == "m":
        step = round(random.uniform(1e3, 3e8))
        return lat1, lon1, lat1 - step if lat1 > 0 else lat1 + step, lon1
    if kind == "q":
        return 0, lon1, 0, wrap(lon1 + random.choice((-1, 1)) * round(10 ** random.uniform(3, 8.5)))
    if kind == "d":
        lon1 = random.choice((-1, 1)) * (180 * SCALE - random.randrange(SCALE))
        return lat1, lon1, max(-89 * SCALE, min(89 * SCALE, lat1 + random.randrange(-SCALE, SCALE))), \
            -int(math.copysign(180 * SCALE - random.randrange(SCALE), lon1))
    return lat1, lon1, *beside(random, lat1, lon1, length)


def offset_point(random, kind, line):
    """A point beside a line, whose foot is not farther behind its ends than the halving looks."""
    if kind == "P":
        return random.choice((-1, 1)) * (90 * SCALE - random.choice((0, 0, round(10 ** random.uniform(0, 5))))), 0
    share = random.uniform(-0.5, 1.5)
    if kind == "a":
        share = random.choice((random.uniform(-1.8, -1), random.uniform(2, 2.8)))
    foot = line.Position(share * line.s13)
    reach = random.uniform(1e6, 8e6) if kind == "f" else 10 ** random.uniform(0, 6)
    across = WGS84.Direct(foot["lat2"], foot["lon2"], foot["azi2"] + random.choice((-90, 90)), reach)
    return round(across["lat2"] * SCALE), wrap(round(across["lon2"] * SCALE))


def write_offsets(count):
    """The foot of the perpendicular, found by halving an interval in which the angle at the foot passes 90 degrees."""
    source = random.Random(20261201)
    with open("offsets.tsv", "w") as out:
        kinds = "gggppPmqdfa"
        for index in range(count):
            kind = kinds[index % len(kinds)]
            lat1, lon1, lat2, lon2 = offset_line(source, kind)
            line = WGS84.InverseLine(degrees(lat1), degrees(lon1), degrees(lat2), degrees(lon2))
            lat3, lon3 = offset_point(source, kind, line)

            def ahead(s):
                at = line.Position(s)
                to = WGS84.Inverse(at["lat2"], at["lon2"], degrees(lat3), degrees(lon3))
                return math.cos(math.radians(to["azi1"] - at["azi2"])), to, at

            # Not farther than a quarter of the globe on both sides, or the other half of the line would count.
            low, high = max(-2.0 * line.s13 - 10, -9.9e6), min(3.0 * line.s13 + 10, 9.9e6)
            if kind == "P" or kind in "pf":
                low, high = -9.9e6, 9.9e6
            if not ahead(low)[0] > 0 > ahead(high)[0]:
                continue  # The foot is beyond the halves.
            for _ in range(70):
                middle = (low + high) / 2
                if ahead(middle)[0] > 0:
                    low = middle
                else:
                    high = middle
            _, to, at = ahead(low)
            sign = math.copysign(1, math.sin(math.radians(to["azi1"] - at["azi2"])))
            out.write("\t".join(map(str, (
                kind, lat1, lon1, lat2, lon2, lat3, lon3, round(sign * to["s12"] * 1e6), round(low * 1e6)
            ))) + "\n")


write_pairs(10_000)
write_offsets(3000)
