export { CapabilityError } from '../contracts/errors.js'
export type {
  ContextEngineExtension,
  ContextEngineServices,
  EnvironmentExtension,
  Extension,
  ExtensionServices,
  PlatformExtension,
  PluginExtension,
  StoreExtension,
  StoreServices,
  TransportExtension,
} from '../contracts/extension.js'
export type { Capability, Host, HostFolders } from '../contracts/host.js'
