import type { Conversion } from './conversion.js'

/** The services of `web.backend` in the Python program that have another name in Hermes. `undefined` if Hermes lacks the service. */
export const searchServices: Readonly<Record<string, string | undefined>> = {
  'brave-free': 'brave',
  ddgs: 'duckduckgo',
  keenable: undefined,
  native: undefined,
  parallel: undefined,
  perplexity: undefined,
  xai: undefined,
}

export function toSearchService(value: unknown): Conversion {
  const service = searchServices[String(value)]
  if (service !== undefined) return { settings: [{ path: ['web', 'backend'], value: service }] }
  return { settings: [], remark: `There is no ${String(value)} here: the first service with a key is used.` }
}
