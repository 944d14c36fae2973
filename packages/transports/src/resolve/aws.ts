import { type BedrockCredentials, defaultRegion, endpointOf, regionOf } from '../bedrock/index.js'
import { originOf } from './origin.js'
import type { ProviderSettings, Variables } from './provider-settings.js'
import type { ProviderPreset } from './providers.js'

/** Settings of an AWS provider, besides the address. */
export interface AwsAccess {
  readonly region: string
  /** Credentials to use when there is no API key. */
  readonly credentials?: BedrockCredentials
}

export interface AwsSearch {
  /** Preset whose `baseUrl` is the address of the region. */
  readonly preset: ProviderPreset
  readonly baseUrl: string
  readonly settings: ProviderSettings
  readonly variables: Variables
}

/** Returns the preset with the address of its region, which is that of the given address, else of the environment. */
export function inRegion(preset: ProviderPreset, settings: ProviderSettings, variables: Variables): ProviderPreset {
  return isAws(preset) ? { ...preset, baseUrl: endpointOf(regionFor(settings, variables)) } : preset
}

/**
 * Returns the region and the credentials of an AWS provider. Credentials from the environment are used only for AWS's
 * own hosts. Other credentials that the SDK can find, such as a login or the role of a machine, are used if the provider is named.
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
