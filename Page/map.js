// The map: vehicle, track, route, graticule. It needs no other host unless tiles were asked for.

import * as L from "./leaflet/leaflet.esm.js";
import { draw, element, make, setText } from "./dom.js";
import { settings } from "./format.js";

// Without this each marker and label becomes a layer of its own, which costs more than it brings in a map that is only
// moved, never turned or zoomed smoothly.
L.Browser.any3d = false;

/** Colours of the track by the quality of the fix, with the words for them. */
export const qualities = /** @type {Record<string, [variable: string, words: string]>} */ ({
  rtkFixed: ["--q-fixed", "RTK fixed"],
  rtkFloat: ["--q-float", "RTK float"],
  differential: ["--q-differential", "differential"],
  precise: ["--q-precise", "precise"],
  autonomous: ["--q-autonomous", "autonomous"],
  deadReckoning: ["--q-reckoned", "dead reckoning"],
  manual: ["--q-manual", "put there by hand"],
  simulated: ["--q-simulated", "simulated"],
  none: ["--q-none", "no fix"],
});

/** Points of one line of the track: only the last line is drawn anew with each position. */
const pointsInLine = 100;

/**
 * @typedef {object} MapHandlers
 * @property {(isFollowing: boolean) => void} onFollowing
 * @property {(place: [number, number]) => void} onAdd a click while the route is edited
 * @property {(index: number, place: [number, number]) => void} onMove a stop was dragged
 */

export class PlaceMap {
  /** @param {MapHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.isFollowing = false;
    this.isEditing = false;
    this.dragged = -1;
    this.hasPlace = false;
    /** Shows nothing: what its colour is tells what a name of the style sheet means now. */
    this.sample = make("span", { hidden: true });
    document.body.append(this.sample);
    /** @type {Map<string, string>} */
    this.colours = new Map();
    /** The longitude to which others are brought near, so that nothing is drawn around the world. */
    this.meridian = 0;
    this.map = L.map("map", { preferCanvas: true, zoomControl: false, attributionControl: false, zoomAnimation: false, inertia: false });
    this.renderer = L.canvas({ padding: 0.3 });
    this.grid = L.layerGroup().addTo(this.map);
    this.map.getContainer().classList.add("has-graticule");
    this.roadLayer = L.layerGroup().addTo(this.map);
    this.trackLayer = L.layerGroup().addTo(this.map);
    this.stopLayer = L.layerGroup().addTo(this.map);
    /** @type {any} */ this.line = null;
    this.lineQuality = "";
    this.lineLength = 0;
    /** @type {[number, number]|null} */ this.lastPoint = null;
    /** @type {Set<string>} */ this.seen = new Set();
    this.accuracy = L.circle([0, 0], { radius: 1, weight: 1, className: "accuracy", interactive: false });
    this.arrow = draw("svg", { viewBox: "-16 -16 32 32", class: "vehicle", "aria-hidden": "true" });
    this.arrow.append(draw("path", { d: "M0 -13 L9 11 L0 6 L-9 11 Z" }));
    const holder = make("div", { class: "vehicle-holder" });
    holder.append(this.arrow);
    this.vehicle = L.marker([0, 0], {
      icon: L.divIcon({ html: holder, className: "vehicle-icon", iconSize: [32, 32] }), interactive: false,
      keyboard: false, alt: "Vehicle", zIndexOffset: 1000,
    });
    this.map.setView([20, 0], 2);
    this.map.on("dragstart", () => this.follow(false));
    element("map", HTMLElement).addEventListener("keydown", (event) => {
      if (event.key.startsWith("Arrow")) this.follow(false);
    });
    this.map.on("moveend zoomend resize", () => {
      this.drawGrid();
      this.placeNames();
    });
    this.map.on("click", (/** @type {any} */ event) => {
      if (this.isEditing) this.handlers.onAdd([event.latlng.lat, event.latlng.lng]);
    });
    this.addNorth();
    // Not where it would cover the names of the parallels.
    L.control.zoom({ position: "topright" }).addTo(this.map);
    this.updateUnits();
    this.updateColours();
    new ResizeObserver(() => this.map.invalidateSize()).observe(element("map", HTMLElement));
  }

  /**
   * The place in the middle.
   * @returns {[number, number]}
   */
  middle() {
    const { lat, lng } = this.map.getCenter();
    return [lat, lng];
  }

  /**
   * @param {string} url
   * @param {string} [attribution]
   */
  setTiles(url, attribution) {
    L.tileLayer(url, { maxZoom: 20 }).addTo(this.map);
    L.control.attribution({ prefix: false, position: "bottomright" }).addAttribution(make("span", {}, attribution ?? `Tiles: ${url.split("/")[2]}`).outerHTML).addTo(this.map);
    this.grid.remove();
    this.map.getContainer().classList.remove("has-graticule");
  }

  /** The north arrow: this map is never turned. */
  addNorth() {
    const control = new L.Control({ position: "topright" });
    control.onAdd = () => {
      const box = make("div", { class: "north", role: "img", "aria-label": "North is up" });
      const svg = draw("svg", { viewBox: "-12 -18 24 36", "aria-hidden": "true" });
      svg.append(draw("path", { d: "M0 -10 L7 14 L0 9 L-7 14 Z" }), draw("text", { y: -11, "text-anchor": "middle" }, "N"));
      box.append(svg);
      return box;
    };
    control.addTo(this.map);
  }

  /** Metric or imperial. */
  updateUnits() {
    this.scale?.remove();
    const isImperial = settings.units === "imperial";
    /** @type {any} */
    this.scale = L.control.scale({ position: "bottomright", metric: !isImperial, imperial: isImperial, maxWidth: 120 }).addTo(this.map);
  }

  /**
   * A colour of the page as it is now.
   * @param {string} name
   */
  colour(name) {
    let known = this.colours.get(name);
    if (known === undefined) {
      // A canvas wants the one of the two that holds, which only a colour in use tells.
      this.sample.style.color = `var(${name})`;
      known = getComputedStyle(this.sample).color;
      this.colours.set(name, known);
    }
    return known;
  }

  /** The colours of the page may have changed. */
  updateColours() {
    this.colours.clear();
    this.accuracy.setStyle({ color: this.colour("--accent"), fillColor: this.colour("--accent"), fillOpacity: 0.12 });
    for (const layer of this.trackLayer.getLayers()) {
      layer.setStyle({ color: this.colour(qualities[layer.options.quality]?.[0] ?? "--q-none") });
    }
    this.roadLayer.eachLayer((/** @type {any} */ layer) => layer.setStyle({ color: this.colour("--road") }));
    this.drawGrid();
    this.drawLegend();
  }

  // The graticule.

  drawGrid() {
    this.grid.clearLayers();
    if (!this.map.hasLayer(this.grid)) return;
    const bounds = this.map.getBounds();
    const [south, north] = [Math.max(bounds.getSouth(), -85), Math.min(bounds.getNorth(), 85)];
    const [west, east] = [bounds.getWest(), bounds.getEast()];
    const step = niceStep(Math.max(east - west, (north - south) * 1.5) / 6);
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const style = { color: this.colour("--grid"), weight: 1, interactive: false, renderer: this.renderer };
    // Names stand right of a meridian and above a parallel: not where the edge or the other names leave no room.
    const size = this.map.getSize();
    for (let x = Math.ceil(west / step) * step, n = 0; x < east && n < 40; x += step, n++) {
      L.polyline([[south, x], [north, x]], style).addTo(this.grid);
      const hasRoom = this.map.latLngToContainerPoint([south, x]).x < size.x - 60;
      if (hasRoom) this.gridLabel([south, x], `${degrees(x, decimals, "E", "W")}`, "meridian");
    }
    for (let y = Math.ceil(south / step) * step, n = 0; y < north && n < 40; y += step, n++) {
      L.polyline([[y, west], [y, east]], style).addTo(this.grid);
      const { y: height } = this.map.latLngToContainerPoint([y, west]);
      if (height > 16 && height < size.y - 20) this.gridLabel([y, west], `${degrees(y, decimals, "N", "S")}`, "parallel");
    }
  }

  /**
   * @param {[number, number]} place
   * @param {string} text
   * @param {string} kind
   */
  gridLabel(place, text, kind) {
    const label = make("span", {}, text);
    const icon = L.divIcon({ html: label, className: `grid-label ${kind}`, iconSize: [0, 0] });
    L.marker(place, { icon, interactive: false, keyboard: false }).addTo(this.grid);
  }

  // The vehicle.

  /** @param {boolean} isFollowing */
  follow(isFollowing) {
    if (this.isFollowing === isFollowing) return;
    this.isFollowing = isFollowing;
    if (isFollowing && this.hasPlace) this.map.setView(this.vehicle.getLatLng(), Math.max(this.map.getZoom(), 16), { animate: false });
    this.handlers.onFollowing(isFollowing);
  }

  /** @param {import("./types.js").Fix|undefined} fix */
  setFix(fix) {
    if (fix?.latitude === undefined || fix.longitude === undefined) {
      if (!fix && this.hasPlace) {
        this.hasPlace = false;
        this.vehicle.remove();
        this.accuracy.remove();
      }
      return;
    }
    const longitude = near(fix.longitude, this.meridian);
    this.meridian = longitude;
    const place = L.latLng(fix.latitude, longitude);
    this.vehicle.setLatLng(place);
    this.accuracy.setLatLng(place);
    this.accuracy.setRadius(fix.horizontal ?? 0);
    const heading = fix.heading ?? fix.course;
    if (heading !== undefined) this.arrow.style.transform = `rotate(${heading}deg)`;
    this.arrow.classList.toggle("stale", fix.stale);
    if (!this.hasPlace) {
      this.hasPlace = true;
      this.accuracy.addTo(this.map);
      this.vehicle.addTo(this.map);
      if (this.isFollowing) this.map.setView(place, Math.max(this.map.getZoom(), 16), { animate: false });
    } else if (this.isFollowing) {
      // The vehicle may leave the middle a little: moving the whole map costs more than moving an arrow.
      const offset = this.map.latLngToContainerPoint(place).subtract(this.map.getSize().divideBy(2));
      if (Math.hypot(offset.x, offset.y) > 24) this.map.panBy(offset, { animate: false });
    }
  }

  // The track.

  clearTrack() {
    this.trackLayer.clearLayers();
    this.line = null;
    this.lastPoint = null;
    this.seen.clear();
    this.drawLegend();
  }

  /** @param {import("./types.js").TrackPoint[]} points */
  addToTrack(points) {
    /** @type {[number, number][]} */
    let waiting = [];
    const flush = () => {
      if (waiting.length === 0) return;
      if (waiting.length === 1) this.line.addLatLng(waiting[0]);
      else this.line.setLatLngs([...this.line.getLatLngs(), ...waiting]);
      waiting = [];
    };
    for (const [latitude, told, quality] of points) {
      const longitude = near(told, this.lastPoint?.[1] ?? this.meridian);
      if (!this.line || quality !== this.lineQuality || this.lineLength >= pointsInLine) {
        flush();
        const start = this.lastPoint ? [this.lastPoint] : [];
        const colour = this.colour(qualities[quality]?.[0] ?? "--q-none");
        this.line = L.polyline(start, {
          color: colour, weight: 4, quality, interactive: false, renderer: this.renderer,
          dashArray: quality === "deadReckoning" || quality === "manual" ? "4 6" : undefined,
        }).addTo(this.trackLayer);
        this.lineQuality = quality;
        this.lineLength = 0;
        if (!this.seen.has(quality)) {
          this.seen.add(quality);
          this.drawLegend();
        }
      }
      waiting.push([latitude, longitude]);
      this.lastPoint = [latitude, longitude];
      this.lineLength += 1;
    }
    flush();
  }

  drawLegend() {
    const list = element("legend", HTMLElement);
    list.replaceChildren(...[...this.seen].map((quality) => {
      const [variable, words] = qualities[quality] ?? ["--q-none", quality];
      const swatch = make("span", { class: "swatch" });
      swatch.style.backgroundColor = `var(${variable})`;
      return make("li", {}, swatch, words);
    }));
  }

  // The route.

  /**
   * @param {import("./types.js").Route|null} route
   * @param {boolean} isOther whether it is not the one shown before
   */
  setRoute(route, isOther) {
    this.clearStops();
    const stops = unwrapped(route?.stops.map((stop) => stop.place) ?? [], this.meridian);
    if (isOther) {
      this.roadLayer.clearLayers();
      const shape = route && (route.shape.length > 1 ? unwrapped(route.shape, stops[0]?.[1] ?? this.meridian) : stops);
      if (shape && shape.length > 1) {
        L.polyline(shape, {
          color: this.colour("--road"), weight: 8, opacity: 1, interactive: false, renderer: this.renderer,
          dashArray: route.shape.length > 1 ? undefined : "2 12",
        }).addTo(this.roadLayer).bringToBack();
      }
      // Another route is looked at, unless the vehicle is, or the route changes under the user's hand.
      if (shape && shape.length > 0 && !this.hasPlace && !this.isEditing) {
        this.map.fitBounds(L.latLngBounds(shape).pad(0.2), { animate: false, maxZoom: 16 });
      }
    }
    route?.stops.forEach((stop, index) => {
      if (index !== this.dragged) this.addStop(stop, index, stops[index]);
    });
  }

  /** The stop in the user's hand stays there, whatever is told meanwhile. */
  clearStops() {
    for (const layer of this.stopLayer.getLayers()) {
      if (layer.options.index !== this.dragged) layer.remove(), this.stopLayer.removeLayer(layer);
    }
  }

  /**
   * @param {import("./types.js").Stop} stop
   * @param {number} index
   * @param {[number, number]} place
   */
  addStop(stop, index, place) {
    const name = stop.name ?? `Stop ${index + 1}`;
    const label = make("span", { class: "stop-mark" }, stop.state === "destination" ? "◎" : stop.state === "passed" ? "✓" : String(index + 1));
    const canMove = this.isEditing && stop.state !== "passed" && stop.state !== "origin";
    const marker = L.marker(place, {
      index,
      icon: L.divIcon({ html: label, className: `stop ${stop.state}`, iconSize: [26, 26] }),
      draggable: canMove, keyboard: false, alt: `${name}, ${stop.state}`,
    });
    const text = make("span", {});
    setText(text, name);
    marker.bindTooltip(text, { permanent: true, direction: this.sideOfName(place), className: `stop-name ${stop.state}` });
    marker.on("dragstart", () => {
      this.dragged = index;
    });
    marker.on("dragend", () => {
      this.dragged = -1;
      const { lat, lng } = marker.getLatLng();
      this.handlers.onMove(index, [lat, lng]);
    });
    marker.addTo(this.stopLayer);
  }

  /**
   * The side of a stop on which the map has more room, so that its edge does not cut the name off.
   * @param {any} place
   */
  sideOfName(place) {
    return this.map.latLngToContainerPoint(place).x > this.map.getSize().x / 2 ? "left" : "right";
  }

  /** The map was moved: names change sides where they have to. */
  placeNames() {
    for (const marker of this.stopLayer.getLayers()) {
      const name = marker.getTooltip();
      const side = this.sideOfName(marker.getLatLng());
      if (name.options.direction === side) continue;
      name.options.direction = side;
      name.setLatLng(marker.getLatLng());
    }
  }

  /** @param {boolean} isEditing */
  setEditing(isEditing) {
    this.isEditing = isEditing;
    element("map", HTMLElement).classList.toggle("editing", isEditing);
  }
}

/**
 * The longitude, with as many turns around the world as bring it near another one.
 * @param {number} longitude
 * @param {number} other
 */
export function near(longitude, other) {
  return longitude + 360 * Math.round((other - longitude) / 360);
}

/**
 * Places that follow each other, without a jump where the date changes.
 * @param {[number, number][]} places
 * @param {number} start the longitude that the first one is brought near to
 * @returns {[number, number][]}
 */
export function unwrapped(places, start) {
  let last = start;
  return places.map(([latitude, longitude]) => {
    last = near(longitude, last);
    return [latitude, last];
  });
}

/**
 * A step of 1, 2 or 5 times a power of ten.
 * @param {number} wanted
 * @returns {number}
 */
function niceStep(wanted) {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10;
  return Math.min(step * power, 30);
}

/**
 * @param {number} value
 * @param {number} decimals
 * @param {string} positive
 * @param {string} negative
 */
function degrees(value, decimals, positive, negative) {
  const wrapped = ((((value + 180) % 360) + 360) % 360) - 180;
  const shown = positive === "E" ? wrapped : value;
  return `${Math.abs(shown).toFixed(decimals)}°${shown < 0 ? negative : positive}`;
}
