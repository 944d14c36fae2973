import type { Choice } from '@hermes/core'
import { createMemoryQuestions, createQuestionDesk } from '@hermes/core/questions'
import type { BuiltInServices } from '../built-in/built-in-commands.js'

const models: Readonly<Record<string, string>> = { usual: 'lab', large: 'lab', 'gpt-5.2': 'openai' }

/** Creates the services of all commands, overridden by `more`. */
export function services(more: Partial<BuiltInServices> = {}): BuiltInServices {
  let ids = 0
  return {
    newTarget: (_, { title, choice }) => ({
      seed: { source: 'cli', ...(title !== undefined && { title }) },
      ...(choice && { choice }),
    }),
    generateId: () => `made-${++ids}`,
    agentFor: async ({ model = 'usual' }: Choice) => ({
      agent: undefined as never,
      model: { id: model, provider: models[model] ?? 'none', contextWindow: 128_000 },
    }),
    usualMode: () => 'manual',
    version: '1.2.3',
    ...more,
  }
}

/** The optional services. */
export const everything: Partial<BuiltInServices> = {
  usualNetwork: () => 'open',
  endSession: async () => undefined,
  handOver: async () => undefined,
  chatNetworks: () => ['telegram', 'matrix'],
  writeFile: async (name) => `/tmp/${name}`,
  questions: createQuestionDesk({ table: createMemoryQuestions() }),
  personalities: () => [{ name: 'pirate', description: 'speaks like one' }],
  describeTools: async () => [
    { name: 'terminal', toolset: 'terminal', isEnabled: true },
    { name: 'web_search', toolset: 'web', isEnabled: false, reason: 'no key' },
  ],
  sideModel: async () => undefined,
  tokenCounter: async () => ({ name: 'words', count: (text) => text.split(' ').length }),
  promptSections: () => [{ id: 'identity', content: 'You help.' }],
  tools: async () => [],
  checkpoints: () => undefined,
  gitDiff: async () => '',
  settings: {
    list: () => [{ name: 'agent.max_turns', value: 90 }],
    set: async () => undefined,
    unset: async () => undefined,
  },
  reload: async () => undefined,
  skills: { skills: () => [], bundles: () => [], message: async () => '', refresh: async () => undefined },
  profile: { name: 'default', home: '/home/ada/.hermes' },
  diagnostics: async () => [{ name: 'Node', value: '24' }],
  display: { showTools: true, showReasoning: false, isReasoningWhole: true },
  clearScreen: () => undefined,
  subagents: { of: () => [], steer: () => false, interrupt: () => false, pause: () => false, resume: () => false },
}
