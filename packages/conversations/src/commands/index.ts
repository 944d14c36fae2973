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
