export { anyHistory, type HistoryOptions } from './context-engine/any-history.js'
export { type ContextEngineContract, contextEngineContract } from './context-engine-contract.js'
export { type EnvironmentContractOptions, environmentContract } from './environment-contract.js'
export {
  type MemoryProviderContractOptions,
  type MemoryProviderSubject,
  memoryProviderContract,
} from './memory-provider-contract.js'
export type { PlatformSubject, SeenMessage } from './platform/subject.js'
export { type PlatformContractOptions, platformContract } from './platform-contract.js'
export { type PluginContractOptions, pluginContract } from './plugin-contract.js'
export {
  type CreatedStore,
  type SessionStoreCapabilities,
  type SessionStoreContractOptions,
  sessionStoreContract,
} from './session-store-contract.js'
export { type ToolContractOptions, toolContract } from './tool-contract.js'
export { transportBadInput } from './transport-bad-input.js'
export {
  type TransportContract,
  type TransportFeature,
  type TransportFixture,
  transportContract,
} from './transport-contract.js'
export { type WorkQueueContractOptions, workQueueContract } from './work-queue-contract.js'
