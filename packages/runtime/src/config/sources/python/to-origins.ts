import type { Conversion } from './conversion.js'
import { toItems } from './fields.js'

/** Converts the web pages that may call the API. In the Python program, this is a comma-separated text in which `*` means all. */
export function toOrigins(value: unknown): Conversion {
  const items = toItems(value)
  const origins = items.filter((item) => item !== '*')
  return {
    settings: origins.length === 0 ? [] : [{ path: ['gateway', 'api_server', 'cors_origins'], value: origins }],
    ...(origins.length < items.length && {
      remark: 'Here, `*` is no web page: name each that may call the API in gateway.api_server.cors_origins.',
    }),
  }
}
