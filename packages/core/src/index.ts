// Contracts

// The agent
export type {
  Agent,
  AgentOptions,
  AgentServices,
  BudgetOptions,
  ModelOptions,
  Run,
  RunOptions,
  RunResult,
  SessionSeed,
} from './agent/agent.js'
export { createAgent } from './agent/create-agent.js'
export * from './contracts/index.js'

// Sessions
export { isContinuation, newestOf, resolveSession, rootOf } from './session/lineage.js'
export { createMemoryStore } from './session/memory-store.js'

// Histories
export { sanitizeTranscript } from './transcript/sanitize-transcript.js'
