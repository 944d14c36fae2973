export { CapabilityError } from '../contracts/errors/errors.js'
// The functions are listed with the types that they return, because the declarations of packages that call them refer to these
// types.
export {
  type ContextEngineExtension,
  type ContextEngineServices,
  defineContextEngine,
  defineEnvironment,
  defineMemoryProvider,
  definePlatform,
  definePlugin,
  defineStore,
  defineTransport,
  type EnvironmentExtension,
  type Extension,
  type ExtensionServices,
  type MemoryProviderExtension,
  type MemoryProviderServices,
  type PlatformExtension,
  type PlatformServices,
  type PluginExtension,
  type StoreExtension,
  type StoreServices,
  type TransportExtension,
} from '../contracts/extensions/extension.js'
export type { Capability, Host, HostFolders } from '../contracts/extensions/host.js'
export type {
  MemoryCallOptions,
  MemoryFileWrite,
  MemoryOwner,
  MemoryProvider,
  MemoryTurn,
  PrefetchRequest,
  Recollection,
} from '../contracts/extensions/memory-provider.js'
export type { ProgramRequest, ProgramResult, RunProgram } from '../contracts/extensions/run-program.js'
