import { english } from '@hermes/safety/language'
import type { CommandTopic } from '../arguments/command-spec.js'

/** Sections of the help of `hermes`, in order. */
export const commandTopics: readonly CommandTopic[] = [
  {
    title: english`Work with the agent:`,
    words: ['chat', 'sessions', 'questions', 'worktree', 'checkpoints', 'insights', 'journey', 'trajectories'],
  },
  {
    title: english`Set up:`,
    words: ['setup', 'model', 'models', 'fallback', 'auth', 'config', 'profile', 'approvals', 'tools'],
  },
  {
    title: english`Extend the agent:`,
    words: ['skills', 'curator', 'memory', 'mcp', 'plugins', 'hooks'],
  },
  {
    title: english`Serve and automate:`,
    words: ['gateway', 'send', 'cron', 'webhook', 'queue', 'acp', 'serve'],
  },
  {
    title: english`Check and maintain:`,
    words: [
      'status',
      'doctor',
      'logs',
      'security',
      'prompt-size',
      'dump',
      'debug',
      'backup',
      'import',
      'import-agent',
      'completion',
    ],
  },
]

/** What each group of commands with a common first word is for. A command that consists of that word alone needs none. */
export const groupSummaries: Readonly<Record<string, string>> = {
  auth: english`Store API keys and log in to providers`,
  checkpoints: english`Show and delete the saved states of folders`,
  config: english`Show, check and change the settings`,
  cron: english`Schedule jobs and see how they ran`,
  curator: english`Archive skills that nothing uses`,
  fallback: english`Choose the providers to use when the first one fails`,
  hooks: english`Test and allow the commands that run on events`,
  mcp: english`Add MCP servers, or serve conversations as one`,
  memory: english`Show and edit what the agent remembers`,
  plugins: english`Install and manage plugins`,
  profile: english`Keep separate homes with their own settings and sessions`,
  questions: english`List and answer the open questions of agents`,
  queue: english`Inspect the work queue and retry dead items`,
  sessions: english`List, search, export, repair and delete sessions`,
  skills: english`Find, install and manage skills`,
  webhook: english`Answer events of other services`,
  worktree: english`List and remove the worktrees of hermes -w`,
}
