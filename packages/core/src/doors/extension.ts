export { CapabilityError } from '../contracts/errors.js'
export type {
  ContextEngineServices,
  Extension,
  ExtensionServices,
} from '../contracts/extension.js'
export type { Capability, Host, HostFolders } from '../contracts/host.js'
