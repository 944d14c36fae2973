import type { Command } from '../command.js'
import { type AgentsServices, agentsCommand } from './agents.js'
import { type AnswerServices, approveCommand, denyCommand } from './answer.js'
import { type ApprovalsServices, approvalsCommand, yoloCommand } from './approvals.js'
import { backgroundCommand } from './background.js'
import { type BranchServices, branchCommand } from './branch.js'
import { type BtwServices, btwCommand } from './btw.js'
import { busyCommand } from './busy.js'
import { type ClearServices, clearCommand } from './clear.js'
import { commandsCommand } from './commands.js'
import { compressCommand } from './compress.js'
import { type ConfigServices, configCommand } from './config.js'
import { type ContextServices, contextCommand } from './context.js'
import { continueCommand } from './continue.js'
import { type DebugServices, debugCommand } from './debug.js'
import { type DiffServices, diffCommand } from './diff.js'
import { fastCommand } from './fast.js'
import { type HandoffServices, handoffCommand } from './handoff.js'
import { type HelpServices, helpCommand } from './help.js'
import { historyCommand } from './history.js'
import { initCommand } from './init.js'
import { type InsightsServices, insightsCommand } from './insights.js'
import { type ModelServices, modelCommand } from './model.js'
import { type NetworkServices, networkCommand } from './network.js'
import { type NewServices, newCommand } from './new.js'
import { type OriginsServices, originsCommand } from './origins.js'
import { type PersonalityServices, personalityCommand } from './personality.js'
import { planCommand } from './plan.js'
import { type ProfileServices, profileCommand } from './profile.js'
import { queueCommand } from './queue.js'
import { quitCommand } from './quit.js'
import { reasoningCommand } from './reasoning.js'
import type { ReasoningServices } from './reasoning-view.js'
import { type ReloadServices, reloadCommand } from './reload.js'
import { resumeCommand } from './resume.js'
import { reviewCommand } from './review.js'
import { type RollbackServices, rollbackCommand } from './rollback.js'
import { type SaveServices, saveCommand } from './save.js'
import { sessionsCommand } from './sessions.js'
import { bundlesCommand, reloadSkillsCommand, type SkillsServices, skillsCommand } from './skills.js'
import { type StatusServices, statusCommand } from './status.js'
import { steerCommand } from './steer.js'
import { type StopServices, stopCommand } from './stop.js'
import { titleCommand } from './title.js'
import { type ToolsServices, toolsCommand, toolsetsCommand } from './tools.js'
import { retryCommand, type UndoServices, undoCommand } from './undo.js'
import { usageCommand } from './usage.js'
import { type VerboseServices, verboseCommand } from './verbose.js'
import { type VersionServices, versionCommand } from './version.js'
import { whoamiCommand } from './whoami.js'
import type { AsideServices } from './work-aside.js'

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

/** The built-in commands, in the order of help. */
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
