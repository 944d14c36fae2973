import type { Catalog } from '@hermes/safety/language'
import { amounts } from './amounts.js'
import { attachedImages } from './attached-images.js'
import { backgroundWork } from './background-work.js'
import { backups } from './backups.js'
import { chat } from './chat.js'
import { chatNetworks } from './chat-networks.js'
import { checkup } from './checkup.js'
import { commandLines } from './command-lines.js'
import { commands } from './commands.js'
import { credentials } from './credentials.js'
import { failures } from './failures.js'
import { fullScreen } from './full-screen.js'
import { jobs } from './jobs.js'
import { mcpServers } from './mcp-servers.js'
import { memories } from './memories.js'
import { missing } from './missing-commands.js'
import { modelSettings } from './model-settings.js'
import { oneShot } from './one-shot.js'
import { options } from './options.js'
import { otherAgents } from './other-agents.js'
import { outcomeLabels } from './outcome-labels.js'
import { plugins } from './plugins.js'
import { profiles } from './profiles.js'
import { program } from './program.js'
import { refusals } from './refusals.js'
import { reports } from './reports.js'
import { securityAudit } from './security-audit.js'
import { sessionBrowser } from './session-browser.js'
import { sessionCommands } from './session-commands.js'
import { sessionUpkeep } from './session-upkeep.js'
import { sessions } from './sessions.js'
import { setup } from './setup.js'
import { shared } from './shared.js'
import { skillFormat } from './skill-format.js'
import { skills } from './skills.js'
import { slashCommands } from './slash-commands.js'
import { storeDamage } from './store-damage.js'
import { summaries } from './summaries.js'
import { trust } from './trust.js'
import { usage } from './usage.js'
import { webhooks } from './webhooks.js'
import { workQueue } from './work-queue.js'
import { workspace } from './workspace.js'
import { worktrees } from './worktrees.js'

/** Simplified Chinese. */
export const chinese: Catalog = {
  ...program,
  ...summaries,
  ...options,
  ...amounts,
  ...chat,
  ...slashCommands,
  ...commandLines,
  ...missing,
  ...attachedImages,
  ...outcomeLabels,
  ...backgroundWork,
  ...trust,
  ...modelSettings,
  ...sessionCommands,
  ...usage,
  ...workspace,
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
