// Light on purpose: the SDK of a provider is loaded by the first call of its transport.

export type { AwsAccess } from './resolve/aws.js'
export { type CreateTransportOptions, createTransport } from './resolve/create-transport.js'
export { type FindLocalServersOptions, findLocalServers, type LocalServer } from './resolve/find-local-servers.js'
export { originOf } from './resolve/origin.js'
export type { KeptCredential, ProviderSettings, Variables } from './resolve/provider-settings.js'
export { findPreset, type ProviderPreset, providerPresets } from './resolve/providers.js'
export { type ResolvedProvider, requireProvider, resolveProvider } from './resolve/resolve-provider.js'
export { fetchFromVariables } from './shared/http/fetch-from-variables.js'
export { type ProxyFor, proxyFromVariables } from './shared/http/proxy-for.js'
export { type TunnelTo, tunnelsFromVariables } from './shared/http/tunnels-from-variables.js'
export type { CallTimeouts, ProviderLabel } from './shared/http-options.js'
export type { SdkClient } from './shared/sdk-client.js'
