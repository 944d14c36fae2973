import type { Command } from '../command.js'
import { type AgentsServices, agentsCommand } from './reports/agents.js'
import { commandsCommand } from './reports/commands.js'
import { type ConfigServices, configCommand } from './reports/config.js'
import { type ContextServices, contextCommand } from './reports/context.js'
import { type DebugServices, debugCommand } from './reports/debug.js'
import { type HelpServices, helpCommand } from './reports/help.js'
import { type InsightsServices, insightsCommand } from './reports/insights.js'
import { type ProfileServices, profileCommand } from './reports/profile.js'
import { type StatusServices, statusCommand } from './reports/status.js'
import { usageCommand } from './reports/usage.js'
import { type VersionServices, versionCommand } from './reports/version.js'
import { whoamiCommand } from './reports/whoami.js'
import { type BranchServices, branchCommand } from './sessions/branch.js'
import { type ClearServices, clearCommand } from './sessions/clear.js'
import { type HandoffServices, handoffCommand } from './sessions/handoff.js'
import { historyCommand } from './sessions/history.js'
import { type NewServices, newCommand } from './sessions/new.js'
import { type OriginsServices, originsCommand } from './sessions/origins.js'
import { quitCommand } from './sessions/quit.js'
import { resumeCommand } from './sessions/resume.js'
import { type SaveServices, saveCommand } from './sessions/save.js'
import { sessionsCommand } from './sessions/sessions.js'
import { titleCommand } from './sessions/title.js'
import { fastCommand } from './settings/fast.js'
import { type ModelServices, modelCommand } from './settings/model.js'
import { type NetworkServices, networkCommand } from './settings/network.js'
import { type PersonalityServices, personalityCommand } from './settings/personality.js'
import { reasoningCommand } from './settings/reasoning.js'
import type { ReasoningServices } from './settings/reasoning-view.js'
import { type ReloadServices, reloadCommand } from './settings/reload.js'
import { bundlesCommand, reloadSkillsCommand, type SkillsServices, skillsCommand } from './settings/skills.js'
import { type ToolsServices, toolsCommand, toolsetsCommand } from './settings/tools.js'
import { type VerboseServices, verboseCommand } from './settings/verbose.js'
import { type AnswerServices, approveCommand, denyCommand } from './turns/answer.js'
import { type ApprovalsServices, approvalsCommand, yoloCommand } from './turns/approvals.js'
import { busyCommand } from './turns/busy.js'
import { continueCommand } from './turns/continue.js'
import { type DiffServices, diffCommand } from './turns/diff.js'
import { queueCommand } from './turns/queue.js'
import { type RollbackServices, rollbackCommand } from './turns/rollback.js'
import { steerCommand } from './turns/steer.js'
import { type StopServices, stopCommand } from './turns/stop.js'
import { retryCommand, type UndoServices, undoCommand } from './turns/undo.js'
import { backgroundCommand } from './work/background.js'
import { type BtwServices, btwCommand } from './work/btw.js'
import { compressCommand } from './work/compress.js'
import { initCommand } from './work/init.js'
import { planCommand } from './work/plan.js'
import { reviewCommand } from './work/review.js'
import type { AsideServices } from './work/work-aside.js'

/** The services of the built-in commands. A command without its service is not in the table. */
export type BuiltInServices = HelpServices &
  AsideServices &
  NewServices &
  BranchServices &
  UndoServices &
  StopServices &
  StatusServices &
  ApprovalsServices &
  VersionServices &
  ModelServices &
  AgentsServices &
  InsightsServices &
  OriginsServices &
  Partial<
    SaveServices &
      AnswerServices &
      PersonalityServices &
      ToolsServices &
      BtwServices &
      RollbackServices &
      ReasoningServices &
      DiffServices &
      ConfigServices &
      ReloadServices &
      ContextServices &
      ProfileServices &
      DebugServices &
      VerboseServices &
      ClearServices &
      NetworkServices &
      HandoffServices &
      SkillsServices
  >

/** Creates the built-in commands, in the order of help. */
export function builtInCommands(services: BuiltInServices): readonly Command[] {
  const { chatNetworks, checkpoints, clearScreen, describeTools, diagnostics, display, gitDiff, handOver } = services
  const { agentFor, promptSections, tokenCounter, tools } = services
  const { personalities, profile, questions, reload, settings, sideModel, skills, usualNetwork, writeFile } = services
  const commands: readonly (Command | undefined)[] = [
    helpCommand(services),
    commandsCommand(),
    newCommand(services),
    clearScreen && clearCommand({ ...services, clearScreen }),
    resumeCommand(),
    sessionsCommand(),
    titleCommand(services),
    branchCommand(services),
    handOver && chatNetworks && handoffCommand({ ...services, handOver, chatNetworks }),
    undoCommand(services),
    retryCommand(services),
    continueCommand(),
    historyCommand(),
    compressCommand(),
    writeFile && saveCommand({ writeFile }),
    checkpoints && rollbackCommand({ checkpoints }),
    gitDiff && diffCommand({ gitDiff, ...(checkpoints && { checkpoints }) }),
    sideModel && btwCommand({ sideModel }),
    backgroundCommand(services),
    reviewCommand(services),
    planCommand(),
    initCommand(),
    stopCommand(services),
    queueCommand(),
    steerCommand(),
    busyCommand(),
    ...(questions ? [approveCommand({ ...services, questions }), denyCommand({ ...services, questions })] : []),
    modelCommand(services),
    reasoningCommand(services),
    fastCommand(),
    personalities && personalityCommand({ personalities }),
    approvalsCommand(services),
    yoloCommand(services),
    usualNetwork && networkCommand({ usualNetwork }),
    display && verboseCommand({ display }),
    settings && reload && configCommand({ settings, reload }),
    reload && reloadCommand({ reload }),
    skills && reloadSkillsCommand({ skills }),
    ...(describeTools ? [toolsCommand({ describeTools }), toolsetsCommand({ describeTools })] : []),
    ...(skills ? [skillsCommand({ skills }), bundlesCommand({ skills })] : []),
    statusCommand(services),
    tokenCounter && promptSections && tools && contextCommand({ agentFor, tokenCounter, promptSections, tools }),
    originsCommand(services),
    usageCommand(),
    insightsCommand(services),
    agentsCommand(services),
    versionCommand(services),
    whoamiCommand(),
    profile && profileCommand({ profile }),
    diagnostics && debugCommand({ diagnostics }),
    quitCommand(services),
  ]
  return commands.filter((command) => command !== undefined)
}
