/** Used when nothing names another. */
export const defaultRegion = 'us-east-1'

/** Partitions of AWS have domains of their own. */
const domains: readonly (readonly [RegExp, string])[] = [
  [/^cn-/, 'amazonaws.com.cn'],
  [/^eusc-/, 'amazonaws.eu'],
]

/** The address of the service in a region. */
export function endpointOf(region: string): string {
  const domain = domains.find(([name]) => name.test(region))?.[1] ?? 'amazonaws.com'
  return `https://bedrock-runtime.${region}.${domain}`
}

/** The region whose address this is; `undefined` for the address of anybody else. */
export function regionOf(url: string): string | undefined {
  const host = URL.parse(url)?.hostname ?? ''
  return /^bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|amazonaws\.eu|api\.aws)$/.exec(host)?.[1]
}
