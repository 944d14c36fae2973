import { jobError } from '../jobs/job-error.js'

/** Reads `topic=agent news time=08:00`: a value ends where the next name begins. @throws {HermesError} `schedule/job`. */
export function readSlotValues(text: string): ReadonlyMap<string, string> {
  const parts = text.trim() === '' ? [] : text.trim().split(/\s(?=[a-z]{1,20}=)/)
  return new Map(
    parts.map((part) => {
      const at = part.indexOf('=')
      if (at < 1) throw jobError(`"${part}" is no value: write name=value.`)
      return [
        part.slice(0, at).trim(),
        part
          .slice(at + 1)
          .trim()
          .replace(/^"([^"]*)"$/, '$1'),
      ]
    }),
  )
}
