export type {
  ChoiceOption,
  ChoiceOutcome,
  CommandOutcome,
  FormField,
  FormOutcome,
  TableCell,
  TableColumn,
  TableOutcome,
} from '../contracts/command-outcome.js'
export { type BuiltInServices, builtInCommands } from './built-in/built-in-commands.js'
export type { AgentsServices, BackgroundWork, RunningSubagent, RunningSubagents } from './built-in/reports/agents.js'
export type { ConfigServices } from './built-in/reports/config.js'
export type { ContextServices } from './built-in/reports/context.js'
export type { DebugServices } from './built-in/reports/debug.js'
export {
  type ContextGroup,
  type ContextPart,
  type ContextUse,
  type Measured,
  measureContext,
  type TokenCounter,
} from './built-in/reports/measure-context.js'
export type { Fact, StatusServices } from './built-in/reports/status.js'
export type { NewTarget, NewTargetOptions } from './built-in/sessions/new-target.js'
export type { SaveServices } from './built-in/sessions/save.js'
export { sessionName } from './built-in/sessions/sessions.js'
export type { ModelReference, ModelServices, OfferedModel } from './built-in/settings/model.js'
export type { Personality, PersonalityServices } from './built-in/settings/personality.js'
export { reasoningCommand } from './built-in/settings/reasoning.js'
export { chooseReasoningView, type ReasoningServices, type ReasoningView } from './built-in/settings/reasoning-view.js'
export type { Reloaded, ReloadServices } from './built-in/settings/reload.js'
export type { SkillsServices } from './built-in/settings/skills.js'
export type { ToolFacts, ToolsServices } from './built-in/settings/tools.js'
export { chooseVerbosity, type Display, verboseCommand } from './built-in/settings/verbose.js'
export type { AnswerServices } from './built-in/turns/answer.js'
export type { ApprovalMode, ApprovalsServices } from './built-in/turns/approvals.js'
export { busyMeanings } from './built-in/turns/busy.js'
export type { DiffServices, GitDiff } from './built-in/turns/diff.js'
export type { Checkpoint, Checkpoints, Restored, RollbackServices } from './built-in/turns/rollback.js'
export type { StoppedAsides } from './built-in/turns/stop.js'
export { type Aside, describeAside, type FollowAside } from './built-in/work/aside.js'
export type { BtwServices } from './built-in/work/btw.js'
export type {
  Command,
  CommandCategory,
  CommandContext,
  CommandTable,
  Completion,
  FoundCommand,
} from './command.js'
export { completeLine, type LineCompletion } from './complete-line.js'
export { type Confirmations, createConfirmations } from './confirm.js'
export {
  type CommandOrigin,
  type CommandTableOptions,
  createCommandTable,
  type ShadowedCommand,
} from './create-command-table.js'
export { gitDiff } from './git-diff.js'
export { type CommandHost, type HostServicesOptions, hostServices } from './host-services.js'
export { missingCommands } from './missing-commands.js'
export { outcomeToMarkdown } from './outcome-to-markdown.js'
export type {
  AliasCommand,
  CommandLineLimits,
  CommandLineResult,
  ExecCommand,
  QuickCommand,
  RunCommandLine,
} from './quick-command.js'
export { type QuickCommandSetting, type QuickCommandSettings, quickCommandsOf } from './quick-commands-of.js'
export { runCommand } from './run-command.js'
export { runCommandLine } from './run-command-line.js'
export { type BundleFacts, type SkillFacts, type SkillSource, skillCommands } from './skill-commands.js'
export { translateOutcome } from './translate-outcome.js'
