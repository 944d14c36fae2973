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
