export type {
  Command,
  CommandCategory,
  CommandContext,
  CommandTable,
  Completion,
  FoundCommand,
} from './command.js'
export type {
  ChoiceOption,
  ChoiceOutcome,
  CommandOutcome,
  FormField,
  FormOutcome,
  TableCell,
  TableColumn,
  TableOutcome,
} from './command-outcome.js'
export { completeLine, type LineCompletion } from './complete-line.js'
export { type Confirmations, createConfirmations } from './confirm.js'
export {
  type CommandOrigin,
  type CommandTableOptions,
  createCommandTable,
  type ShadowedCommand,
} from './create-command-table.js'
export type {
  AliasCommand,
  CommandLineLimits,
  CommandLineResult,
  ExecCommand,
  QuickCommand,
  RunCommandLine,
} from './quick-command.js'
export { runCommand } from './run-command.js'
