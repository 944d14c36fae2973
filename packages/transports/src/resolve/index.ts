export { type CreateTransportOptions, createTransport } from './create-transport.js'
export { type FindLocalServersOptions, findLocalServers, type LocalServer } from './find-local-servers.js'
export { findPreset, type ProviderPreset, providerPresets } from './providers.js'
export { type ProviderSettings, type ResolvedProvider, resolveProvider, type Variables } from './resolve-provider.js'
