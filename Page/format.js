// Values as people read them: metric or imperial, local time or UTC.

/** What the user has chosen; kept for the next visit. */
export const settings = {
  units: stored("units", ["metric", "imperial"]),
  clock: stored("clock", ["local", "utc"]),
  look: stored("look", ["auto", "light", "dark"]),
};

/**
 * @param {string} name
 * @param {string[]} values the first one is the default
 * @returns {string}
 */
function stored(name, values) {
  const value = localStorage.getItem(name);
  return value !== null && values.includes(value) ? value : values[0];
}

/**
 * @param {"units"|"clock"|"look"} name
 * @param {string} value
 */
export function choose(name, value) {
  settings[name] = value;
  localStorage.setItem(name, value);
}

/**
 * A small length, such as an accuracy or a height.
 * @param {number} metres
 * @param {number} [decimals]
 * @returns {string}
 */
export function length(metres, decimals = 1) {
  return settings.units === "imperial"
    ? `${(metres / 0.3048).toFixed(decimals)} ft`
    : `${metres.toFixed(decimals)} m`;
}

/**
 * An accuracy: the smaller it is, the more decimals, since a receiver with corrections is good for centimetres.
 * @param {number} metres
 * @returns {string}
 */
export function accuracy(metres) {
  const value = settings.units === "imperial" ? metres / 0.3048 : metres;
  const decimals = value >= 1 ? 1 : value >= 0.1 ? 2 : 3;
  // 0.80 is written 0.8, but 2.0 stays.
  const text = value.toFixed(decimals).replace(/(\.\d+?)0+$/, "$1");
  return `${text} ${settings.units === "imperial" ? "ft" : "m"}`;
}

/**
 * A distance to be driven.
 * @param {number} metres
 * @returns {string}
 */
export function distance(metres) {
  if (settings.units === "imperial") {
    const miles = metres / 1609.344;
    return miles < 0.2 ? `${Math.round(metres / 0.9144)} yd` : `${miles.toFixed(miles < 10 ? 1 : 0)} mi`;
  }
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(metres < 10000 ? 1 : 0)} km`;
}

/**
 * @param {number} metresPerSecond
 * @returns {string}
 */
export function speed(metresPerSecond) {
  return settings.units === "imperial"
    ? `${(metresPerSecond * 2.236936).toFixed(0)} mph`
    : `${(metresPerSecond * 3.6).toFixed(0)} km/h`;
}

/**
 * @param {number} seconds
 * @returns {string}
 */
export function duration(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @type {Record<string, Intl.DateTimeFormat>} */
const clocks = {};

/**
 * A time of day, with the date where asked for.
 * @param {number} milliseconds of Unix time
 * @param {{date?: boolean, fraction?: boolean}} [options]
 * @returns {string}
 */
export function time(milliseconds, options) {
  const { date = false, fraction = false } = options ?? {};
  const key = `${settings.clock} ${date} ${fraction}`;
  clocks[key] ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: settings.clock === "utc" ? "UTC" : undefined,
    hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
    ...(fraction ? { fractionalSecondDigits: /** @type {3} */ (3) } : {}),
    ...(date ? { year: "numeric", month: "2-digit", day: "2-digit" } : {}),
  });
  return clocks[key].format(milliseconds) + (date && settings.clock === "utc" ? " UTC" : "");
}

/**
 * @param {number} degrees
 * @param {string} positive
 * @param {string} negative
 * @returns {string}
 */
export function angle(degrees, positive, negative) {
  return `${Math.abs(degrees).toFixed(6)}° ${degrees < 0 ? negative : positive}`;
}
