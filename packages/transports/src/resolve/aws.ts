import { type BedrockCredentials, defaultRegion, endpointOf, regionOf } from '../bedrock/index.js'
import { originOf } from './origin.js'
import type { ProviderSettings, Variables } from './provider-settings.js'
import type { ProviderPreset } from './providers.js'

/** What a provider of AWS needs besides an address. */
export interface AwsAccess {
  readonly region: string
  /** Without an API key. */
  readonly credentials?: BedrockCredentials
}

export interface AwsSearch {
  /** With its region's address. */
  readonly preset: ProviderPreset
  readonly baseUrl: string
  readonly settings: ProviderSettings
  readonly variables: Variables
}

/** The preset with the address of the region that is meant: that of the given address, else the environment's. */
export function inRegion(preset: ProviderPreset, settings: ProviderSettings, variables: Variables): ProviderPreset {
  return isAws(preset) ? { ...preset, baseUrl: endpointOf(regionFor(settings, variables)) } : preset
}

/**
 * Credentials of the environment are for AWS's own hosts only. Those that the SDK finds elsewhere (a login, the role of a
 * machine) are looked for when the provider was named.
 */
export function awsAccess({ preset, baseUrl, settings, variables }: AwsSearch): AwsAccess | undefined {
  if (!isAws(preset)) return undefined
  const isOwnHost = originOf(baseUrl) === originOf(preset.baseUrl)
  const credentials = isOwnHost ? credentialsOf(settings, variables) : undefined
  return { region: regionFor(settings, variables), ...(credentials && { credentials }) }
}

export function isAws(preset: ProviderPreset): boolean {
  return regionOf(preset.baseUrl) !== undefined
}

function regionFor({ baseUrl = '' }: ProviderSettings, variables: Variables): string {
  const ofEnvironment = variables.AWS_REGION?.trim() || variables.AWS_DEFAULT_REGION?.trim()
  return regionOf(baseUrl) ?? (ofEnvironment || defaultRegion)
}

function credentialsOf({ provider }: ProviderSettings, variables: Variables): BedrockCredentials | undefined {
  const accessKeyId = variables.AWS_ACCESS_KEY_ID?.trim()
  const secretAccessKey = variables.AWS_SECRET_ACCESS_KEY?.trim()
  const sessionToken = variables.AWS_SESSION_TOKEN?.trim()
  const profile = variables.AWS_PROFILE?.trim()
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  if (profile) return { profile }
  return provider === 'bedrock' ? 'default-chain' : undefined
}
