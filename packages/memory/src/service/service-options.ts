import * as z from 'zod'

/** Options that every service has. */
export const serviceOptions = {
  /** Sent with each call. */
  api_key: z.string().default(''),
  /** How many memories a turn gets at most. */
  max_recalled: z.int().min(1).max(50).default(5),
}

/** @param url The service of its maker, or `undefined` if people run their own. */
export function baseUrl(url: string) {
  return z.url({ protocol: /^https?$/ }).default(url)
}
