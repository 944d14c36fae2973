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
export type { AgentsServices, BackgroundWork, RunningSubagent, RunningSubagents } from './built-in/agents.js'
export type { AnswerServices } from './built-in/answer.js'
export type { ApprovalMode, ApprovalsServices } from './built-in/approvals.js'
export { type Aside, describeAside, type FollowAside } from './built-in/aside.js'
export type { BtwServices } from './built-in/btw.js'
export { type BuiltInServices, builtInCommands } from './built-in/built-in-commands.js'
export { busyMeanings } from './built-in/busy.js'
export type { ConfigServices } from './built-in/config.js'
export type { ContextServices } from './built-in/context.js'
export type { DebugServices } from './built-in/debug.js'
export type { DiffServices, GitDiff } from './built-in/diff.js'
export {
  type ContextGroup,
  type ContextPart,
  type ContextUse,
  type Measured,
  measureContext,
  type TokenCounter,
} from './built-in/measure-context.js'
export type { ModelReference, ModelServices, OfferedModel } from './built-in/model.js'
export type { NewTarget, NewTargetOptions } from './built-in/new-target.js'
export type { Personality, PersonalityServices } from './built-in/personality.js'
export { reasoningCommand } from './built-in/reasoning.js'
export { chooseReasoningView, type ReasoningServices, type ReasoningView } from './built-in/reasoning-view.js'
export type { Reloaded, ReloadServices } from './built-in/reload.js'
export type { Checkpoint, Checkpoints, Restored, RollbackServices } from './built-in/rollback.js'
export type { SaveServices } from './built-in/save.js'
export { sessionName } from './built-in/sessions.js'
export type { SkillsServices } from './built-in/skills.js'
export type { Fact, StatusServices } from './built-in/status.js'
export type { ToolFacts, ToolsServices } from './built-in/tools.js'
export { chooseVerbosity, type Display, verboseCommand } from './built-in/verbose.js'
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
