import { english, type Translate } from '@hermes/safety/language'
/** Describes how full a file is: `45 % of 2,200 characters used`. */
export function describeUse(
  { chars, limit }: { readonly chars: number; readonly limit: number },
  t: Translate = english,
): string {
  return t`${Math.round((100 * chars) / limit)} % of ${limit.toLocaleString('en-US')} characters used`
}
