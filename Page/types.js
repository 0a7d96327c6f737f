// The messages of the server, for whoever checks the types of this page. Nothing of this runs.

/**
 * @typedef {object} Fix
 * @property {string} quality
 * @property {number} dimension 1 none, 2, 3
 * @property {boolean} simulated
 * @property {boolean} corrected
 * @property {boolean} stale
 * @property {string} [time] ISO 8601, UTC
 * @property {number} [latitude]
 * @property {number} [longitude]
 * @property {number} [altitude] metres above mean sea level
 * @property {number} [speed] metres a second
 * @property {number} [course]
 * @property {number} [heading]
 * @property {number} [horizontal] metres
 * @property {number} [vertical] metres
 * @property {string} [accuracyFrom]
 * @property {string} [accuracyLevel]
 * @property {number} [pdop]
 * @property {number} [hdop]
 * @property {number} [vdop]
 * @property {number} [used]
 * @property {number} [inView]
 * @property {number} [correctionAge] seconds
 * @property {number} [station]
 * @property {Record<string, string>} [accessory]
 */

/** @typedef {[system: string, number: number, elevation: number|null, azimuth: number|null, strength: number|null, used: boolean]} Satellite */

/** @typedef {{source: string, state: "ready"|"playing"|"paused"|"ended", seconds: number, speed: number|"max"}} Drive */

/**
 * @typedef {object} Guidance
 * @property {number} next
 * @property {number} [toNext] metres
 * @property {number} [toDestination] metres
 * @property {number} [bearing]
 * @property {number} [secondsToNext]
 * @property {number} [secondsToDestination]
 * @property {boolean} [onRoute]
 */

/** @typedef {{fix?: Fix, satellites?: Satellite[], drive?: Drive, guidance?: Guidance}} Position */

/** @typedef {[latitude: number, longitude: number, quality: string]} TrackPoint */

/** @typedef {{place: [number, number], state: "origin"|"passed"|"next"|"ahead"|"destination", name: string|null, location: Record<string, unknown>}} Stop */

/** @typedef {{name?: string, stops: Stop[], shape: [number, number][]}} Route */

/**
 * @typedef {object} App
 * @property {string} name
 * @property {string} appID
 * @property {number} hmiAppID
 * @property {string} level
 * @property {string[]} types
 * @property {string} rpcVersion
 * @property {boolean} subscribedToWayPoints
 * @property {string[]} vehicleDataSubscriptions
 * @property {boolean} revoked
 * @property {Record<string, string[]>} permissions
 */

/**
 * @typedef {object} UnitState
 * @property {string} module
 * @property {string} rpcVersion
 * @property {"on"|"off"} ignition
 * @property {App[]} apps
 * @property {string[]} faults
 * @property {Record<string, any>} capabilities
 * @property {number} connections
 * @property {{state: "stopped"|"starting"|"started", name?: string, madeUp?: boolean, problem?: string}} source
 * @property {Record<string, string|number>} [corrections]
 */

/**
 * @typedef {object} Row
 * @property {number} n
 * @property {number} t seconds since the recording began
 * @property {number} w milliseconds of Unix time
 * @property {number} conn
 * @property {number} size
 * @property {"app"|"headUnit"} [from]
 * @property {string} type
 * @property {string} name
 * @property {string} [app]
 * @property {string} [code]
 * @property {number} [ms]
 * @property {number} [missing] frames before the last one that are not kept any more
 * @property {number} [id]
 */

/** @typedef {{name: string, meaning: string, members: {name: string, meaning: string, kind: "text"|"number"|"flag"|"list"|"object"|"any"}[]}} FaultKind */

/**
 * @typedef {object} Facts
 * @property {string[]} rpcs
 * @property {string[]} drives
 * @property {string[]} routes
 * @property {string[]} accessories
 * @property {FaultKind[]} faults
 * @property {number} bodyBytes the bound of most requests
 * @property {number} recordingBytes the bound of a recording
 * @property {string} [tiles]
 * @property {string} [attribution] whose the tiles are
 */

/**
 * @typedef {object} Message
 * @property {Position} [position]
 * @property {UnitState} [state]
 * @property {Route|null} [route]
 * @property {{start: number, points: TrackPoint[]}} [track]
 * @property {{missed: number, lost: number, rows: Row[]}} [log]
 */

export {};
