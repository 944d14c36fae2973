import { defineFeature, type FeatureEntry } from './define-feature.js'
import { webPolicy } from './web/web-policy.js'

/**
 * What is wired around an agent, in this order. A feature is one folder and one entry here; its file is imported when it is
 * switched on.
 */
export const featureList: readonly FeatureEntry[] = [
  defineFeature({
    name: 'checkpoints',
    summary: 'Keeps the files of the working folder as they were before each turn',
    settings: ({ checkpoints }) => checkpoints,
    isOn: ({ enabled }) => enabled,
    usesVariables: true,
    load: async () => (await import('./checkpoints/create.js')).createCheckpointsFeature,
  }),
  defineFeature({
    name: 'terminal',
    summary: 'Runs commands, in the foreground and in the background',
    settings: ({ terminal, tool_output }) => ({ timeout: terminal.timeout, maxChars: tool_output.max_chars }),
    load: async () => (await import('./terminal/create.js')).createTerminal,
  }),
  defineFeature({
    name: 'files',
    summary: 'Reads, writes and searches files',
    settings: ({ security, terminal }) => ({
      writeRoot: security.write_safe_root,
      workspaceOnly: security.workspace_only,
      writable: terminal.sandbox_writable,
    }),
    load: async () => (await import('./files/create.js')).createFiles,
  }),
  defineFeature({
    name: 'todos',
    summary: 'Keeps a list of tasks for each conversation',
    settings: () => undefined,
    load: async () => (await import('./todos/create.js')).createTodos,
  }),
  defineFeature({
    name: 'clarify',
    summary: 'Asks the user a question',
    settings: () => undefined,
    load: async () => (await import('./clarify/create.js')).createClarify,
  }),
  defineFeature({
    name: 'web',
    summary: 'Searches the web and reads pages',
    settings: ({ web, security }) => ({ ...web, policy: webPolicy(security) }),
    usesVariables: true,
    load: async () => (await import('./web/create.js')).createWeb,
  }),
  defineFeature({
    name: 'code',
    summary: 'Runs programs that call the other tools',
    settings: ({ code_execution }) => code_execution,
    usesVariables: true,
    load: async () => (await import('./code/create.js')).createCode,
  }),
  defineFeature({
    name: 'session-search',
    summary: 'Finds what was said in earlier conversations',
    settings: () => undefined,
    load: async () => (await import('./session-search/create.js')).createSessionSearch,
  }),
  defineFeature({
    name: 'vision',
    summary: 'Looks at pictures',
    settings: ({ security }) => ({ policy: webPolicy(security) }),
    load: async () => (await import('./vision/create.js')).createVision,
  }),
  defineFeature({
    name: 'delegation',
    summary: 'Hands tasks to other agents',
    settings: ({ delegation }) => delegation,
    load: async () => (await import('./delegation/create.js')).createDelegation,
  }),
  defineFeature({
    name: 'context',
    summary: 'The tools of the context engine',
    settings: ({ context }) => context,
    load: async () => (await import('./context/create.js')).createContext,
  }),
  defineFeature({
    name: 'titles',
    summary: 'Names new conversations after their first exchange',
    settings: ({ auxiliary }) => ({ enabled: auxiliary.title_generation.enabled }),
    isOn: ({ enabled }, { surface }) => enabled && surface.namesSessions === true,
    load: async () => (await import('./titles/create.js')).createTitles,
  }),
]
