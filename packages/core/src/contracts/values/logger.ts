import type { JsonObject } from './json.js'

/** Receives diagnostics that users do not need to see. The default logger discards them, because a library does not print. */
export interface Logger {
  log(level: LogLevel, message: string, fields?: JsonObject): void
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export const silentLogger: Logger = Object.freeze({ log: () => undefined })
