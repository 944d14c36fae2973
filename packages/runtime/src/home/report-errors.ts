import type { Logger } from '@hermes/core'

/** Wraps a logger so that errors are also reported as sentences to the user interface. */
export function reportErrors(logger: Logger, tell: (sentence: string) => void): Logger {
  return {
    log(level, message, fields) {
      logger.log(level, message, fields)
      if (level === 'error') tell(toSentence(message, fields))
    },
  }
}

function toSentence(message: string, fields: Readonly<Record<string, unknown>> = {}): string {
  const { path, keptAt, lost } = fields
  const parts = [
    `${message.charAt(0).toUpperCase()}${message.slice(1)}${typeof path === 'string' ? ` (${path})` : ''}.`,
    ...(typeof keptAt === 'string' ? [`The damaged file is kept as ${keptAt}.`] : []),
    ...(Array.isArray(lost) && lost.length > 0 ? [`Lost: ${lost.join(' ')}`] : []),
  ]
  return parts.join(' ')
}
