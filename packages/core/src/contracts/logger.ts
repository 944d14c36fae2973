import type { JsonObject } from './json.js'

/** Where libraries report what no user has to see. The default drops everything: a library does not print. */
export interface Logger {
  log(level: LogLevel, message: string, fields?: JsonObject): void
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export const silentLogger: Logger = Object.freeze({ log: () => undefined })
