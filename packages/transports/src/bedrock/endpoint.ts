/** The region used when none is configured. */
export const defaultRegion = 'us-east-1'

/** Domains of the AWS partitions that have their own. */
const domains: readonly (readonly [RegExp, string])[] = [
  [/^cn-/, 'amazonaws.com.cn'],
  [/^eusc-/, 'amazonaws.eu'],
]

/** Returns the service endpoint of a region. */
export function endpointOf(region: string): string {
  const domain = domains.find(([name]) => name.test(region))?.[1] ?? 'amazonaws.com'
  return `https://bedrock-runtime.${region}.${domain}`
}

/** Returns the region of a Bedrock endpoint, or `undefined` for any other URL. */
export function regionOf(url: string): string | undefined {
  const host = URL.parse(url)?.hostname ?? ''
  return /^bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\.(?:amazonaws\.com(?:\.cn)?|amazonaws\.eu|api\.aws)$/.exec(host)?.[1]
}
