import type { Catalog } from '@hermes/safety/language'
import { amounts } from './amounts.js'
import { backups } from './backups.js'
import { chat } from './chat.js'
import { chatNetworks } from './chat-networks.js'
import { checkup } from './checkup.js'
import { commands } from './commands.js'
import { credentials } from './credentials.js'
import { failures } from './failures.js'
import { fullScreen } from './full-screen.js'
import { jobs } from './jobs.js'
import { mcpServers } from './mcp-servers.js'
import { memories } from './memories.js'
import { oneShot } from './one-shot.js'
import { options } from './options.js'
import { otherAgents } from './other-agents.js'
import { outcomes } from './outcomes.js'
import { plugins } from './plugins.js'
import { profiles } from './profiles.js'
import { program } from './program.js'
import { refusals } from './refusals.js'
import { reports } from './reports.js'
import { securityAudit } from './security-audit.js'
import { sessionBrowser } from './session-browser.js'
import { sessionUpkeep } from './session-upkeep.js'
import { sessions } from './sessions.js'
import { setup } from './setup.js'
import { shared } from './shared.js'
import { skillFormat } from './skill-format.js'
import { skills } from './skills.js'
import { slashCommands } from './slash-commands.js'
import { storeDamage } from './store-damage.js'
import { summaries } from './summaries.js'
import { webhooks } from './webhooks.js'
import { workQueue } from './work-queue.js'
import { worktrees } from './worktrees.js'

/** Simplified Chinese. */
export const chinese: Catalog = {
  ...program,
  ...summaries,
  ...options,
  ...amounts,
  ...chat,
  ...slashCommands,
  ...outcomes,
  ...setup,
  ...chatNetworks,
  ...fullScreen,
  ...commands,
  ...refusals,
  ...failures,
  ...storeDamage,
  ...skillFormat,
  ...backups,
  ...checkup,
  ...credentials,
  ...jobs,
  ...mcpServers,
  ...memories,
  ...oneShot,
  ...otherAgents,
  ...plugins,
  ...profiles,
  ...reports,
  ...securityAudit,
  ...sessionBrowser,
  ...sessionUpkeep,
  ...sessions,
  ...shared,
  ...skills,
  ...webhooks,
  ...workQueue,
  ...worktrees,
}
