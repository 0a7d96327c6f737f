#!/usr/bin/env python3
"""Writes pairs.tsv and offsets.tsv: geodesics of WGS 84 as PyPI's geographiclib computes them.

    pip install geographiclib
    python3 make-pairs.py

pairs.tsv, a line a pair: kind, latitude and longitude of both points (units of 1e-7 degrees), distance (micrometres),
azimuth at the first and at the second point (units of 1e-9 degrees, 0...360).
Kinds: g anywhere, s near each other, n nearly antipodal, p one at a pole or beside it, q equatorial, m same or opposite
meridian, d across the antimeridian.

offsets.tsv, a line a case: start and end of a line, a point (six numbers, 1e-7 degrees), cross-track and along-track
(micrometres).
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


def write_offsets(count):
    """The foot of the perpendicular, found by halving an interval in which the angle at the foot passes 90 degrees."""
    source = random.Random(20261201)
    with open("offsets.tsv", "w") as out:
        for _ in range(count):
            lat1, lon1 = latitude(source), longitude(source)
            length = 10 ** source.uniform(1, 6.5)
            lat2, lon2 = beside(source, lat1, lon1, length)
            line = WGS84.InverseLine(degrees(lat1), degrees(lon1), degrees(lat2), degrees(lon2))
            foot = line.Position(source.uniform(-0.5, 1.5) * line.s13)
            side = source.choice((-90, 90))
            across = WGS84.Direct(foot["lat2"], foot["lon2"], foot["azi2"] + side, 10 ** source.uniform(0, 6))
            lat3, lon3 = round(across["lat2"] * SCALE), wrap(round(across["lon2"] * SCALE))

            def ahead(s):
                at = line.Position(s)
                to = WGS84.Inverse(at["lat2"], at["lon2"], degrees(lat3), degrees(lon3))
                return math.cos(math.radians(to["azi1"] - at["azi2"])), to, at

            low, high = -2.0 * line.s13 - 10, 3.0 * line.s13 + 10
            for _ in range(100):
                middle = (low + high) / 2
                if ahead(middle)[0] > 0:
                    low = middle
                else:
                    high = middle
            _, to, at = ahead(low)
            sign = math.copysign(1, math.sin(math.radians(to["azi1"] - at["azi2"])))
            out.write("\t".join(map(str, (
                lat1, lon1, lat2, lon2, lat3, lon3, round(sign * to["s12"] * 1e6), round(low * 1e6)
            ))) + "\n")


write_pairs(10_000)
write_offsets(400)
