import { webPolicy } from '../environments/network/web-policy.js'
import { openedFolders } from '../environments/sandbox/opened-folders.js'
import { usedPlugins } from '../schema/features/installed-plugins.js'
import { defineFeature, type FeatureEntry } from './define-feature.js'
import { withoutServers } from './mcp/without-servers.js'

/** The features, in the order in which they are created. Each feature has a folder and an entry here. Its module is imported when it is enabled. */
export const featureList: readonly FeatureEntry[] = [
  defineFeature({
    name: 'checkpoints',
    summary: 'Saves the files of the working folder before each turn',
    settings: ({ checkpoints }) => checkpoints,
    isOn: ({ enabled }) => enabled,
    usesVariables: true,
    load: async () => (await import('./checkpoints/create.js')).createCheckpointsFeature,
  }),
  defineFeature({
    name: 'terminal',
    summary: 'Runs commands, in the foreground and in the background',
    settings: ({ terminal, tool_output, security }) => ({
      timeout: terminal.timeout,
      maxChars: tool_output.max_chars,
      sandbox: terminal.sandbox,
      opened: openedFolders(terminal, security),
    }),
    load: async () => (await import('./terminal/create.js')).createTerminal,
  }),
  defineFeature({
    name: 'files',
    summary: 'Reads, writes and searches files',
    settings: ({ security, terminal }) => ({
      writeRoot: security.write_safe_root,
      workspaceOnly: security.workspace_only,
      opened: openedFolders(terminal, security),
    }),
    load: async () => (await import('./files/create.js')).createFiles,
  }),
  defineFeature({
    name: 'project-files',
    summary: 'Shows the instructions of sub-folders when a tool works in them',
    settings: ({ context_file_max_chars }) => ({ maxChars: context_file_max_chars }),
    isOn: ({ maxChars }) => maxChars > 0,
    load: async () => (await import('./project-files/create.js')).createProjectFiles,
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
    settings: ({ code_execution, terminal }) => ({ ...code_execution, sandbox: terminal.sandbox }),
    usesVariables: true,
    load: async () => (await import('./code/create.js')).createCode,
  }),
  defineFeature({
    name: 'session-search',
    summary: 'Searches earlier conversations',
    settings: () => undefined,
    load: async () => (await import('./session-search/create.js')).createSessionSearch,
  }),
  defineFeature({
    name: 'memory',
    summary: 'Remembers facts between conversations',
    settings: ({ memory, display }) => ({ memory, notifications: display.memory_notifications }),
    isOn: ({ memory }) => memory.memory_enabled || memory.user_profile_enabled,
    load: async () => (await import('./memory/create.js')).createMemory,
  }),
  defineFeature({
    name: 'vision',
    summary: 'Looks at pictures',
    settings: ({ security }) => ({ policy: webPolicy(security) }),
    load: async () => (await import('./vision/create.js')).createVision,
  }),
  defineFeature({
    name: 'speech',
    summary: 'Understands voice messages, and speaks',
    settings: ({ stt, tts }) => ({ stt, tts }),
    isOn: ({ stt, tts }) => stt.enabled || tts.enabled,
    usesVariables: true,
    load: async () => (await import('./speech/create.js')).createSpeech,
  }),
  defineFeature({
    name: 'skills',
    summary: 'Instructions for recurring tasks, read when one of them fits',
    settings: ({ skills, installed_plugins }) => ({ ...skills, plugins: usedPlugins(installed_plugins) }),
    usesVariables: true,
    load: async () => (await import('./skills/create.js')).createSkills,
  }),
  defineFeature({
    name: 'learning',
    summary: 'Shows what was learned when, and learns on request',
    settings: ({ memory }) => memory,
    load: async () => (await import('./learning/create.js')).createLearning,
  }),
  defineFeature({
    name: 'goals',
    summary: 'Continues after an answer until the goal of the conversation is reached',
    settings: ({ goals }) => goals,
    load: async () => (await import('./goals/create.js')).createGoals,
  }),
  defineFeature({
    name: 'mcp',
    summary: 'Tools, resources and prompts of MCP servers',
    settings: ({ mcp_servers }) => mcp_servers,
    usesVariables: true,
    isOn: (servers) => Object.values(servers).some(({ enabled }) => enabled),
    commandWhenOff: withoutServers,
    load: async () => (await import('./mcp/create.js')).createMcp,
  }),
  defineFeature({
    name: 'delegation',
    summary: 'Delegates tasks to other agents',
    settings: ({ delegation, acp_agents }) => ({ ...delegation, agents: acp_agents }),
    usesVariables: true,
    load: async () => (await import('./delegation/create.js')).createDelegation,
  }),
  defineFeature({
    name: 'scheduler',
    summary: 'Runs jobs at set times',
    settings: ({ cron, platforms }) => ({ cron, platforms }),
    load: async () => (await import('./scheduler/create.js')).createSchedulerFeature,
  }),
  defineFeature({
    name: 'messages',
    summary: 'Writes to chats of the configured networks',
    settings: ({ platforms }) => platforms,
    isOn: (platforms) => Object.values(platforms).some(({ enabled }) => enabled),
    load: async () => (await import('./messages/create.js')).createMessages,
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
  defineFeature({
    name: 'prompt-cache',
    summary: 'Records where the prompt cache is lost, and why',
    settings: () => undefined,
    load: async () => (await import('./prompt-cache/create.js')).createPromptCache,
  }),
  defineFeature({
    name: 'shell-hooks',
    summary: 'Runs commands of the owner when something happens',
    settings: ({ shell_hooks, hook_folders }) => ({ hooks: shell_hooks, folders: hook_folders }),
    isOn: ({ hooks, folders }) =>
      Object.keys(folders).length > 0 || Object.values(hooks).some((list) => list.length > 0),
    load: async () => (await import('./shell-hooks/create.js')).createShellHooks,
  }),
]
