import * as z from 'zod'

/** Options that every service has. */
export const serviceOptions = {
  /** The API key, sent with each call. */
  api_key: z.string().default(''),
  /** Maximum number of memories recalled for a turn. */
  max_recalled: z.int().min(1).max(50).default(5),
}

/** @param url The vendor's service, or `undefined` if people run their own. */
export function baseUrl(url: string) {
  return z.url({ protocol: /^https?$/ }).default(url)
}
