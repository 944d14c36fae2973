import type { EndedTurn } from '@hermes/conversations'
import type { CommandTable } from '@hermes/conversations/commands'
import type { PeopleSettings } from '@hermes/runtime'
import type { DailyLimits, DailySpending } from '../../spending/daily-spending.js'
import type { KnownPerson } from '../network/known-person.js'

/** What a known person may do now, by the settings `people`. */
export interface Permissions {
  /** Why a command is refused; `undefined` if it is not. */
  refusalOfCommand(line: string, who: KnownPerson, where: CommandPlace): string | undefined
  /** Why a message is refused: the budget of the day is spent. */
  refusalOfMessage(who: KnownPerson): Promise<string | undefined>
}

export interface CommandPlace {
  readonly network: string
  readonly isGroup: boolean
}

export interface PermissionsOptions {
  readonly commands: Pick<CommandTable, 'find'>
  readonly spending: Pick<DailySpending, 'reached'>
  /** Read at each decision. */
  readonly people: () => PeopleSettings
}

/** They decide what is asked about, also of the agent's own settings. */
const ofOwners: ReadonlySet<string> = new Set(['approvals', 'yolo'])
/** For everyone: help, and a way to stop a turn. */
const always: ReadonlySet<string> = new Set(['help', 'whoami', 'stop', 'link', 'start'])

export function createPermissions({ commands, spending, people }: PermissionsOptions): Permissions {
  return {
    refusalOfCommand(line, { person, role }, { network, isGroup }) {
      if (role === 'owner') return undefined
      const found = commands.find(line, { kind: 'chat', name: network }, person)
      if (found.type !== 'command' || always.has(found.command.name)) return undefined
      if (ofOwners.has(found.command.name)) return `/${found.command.name} is for owners.`
      const { commands: everywhere, group_commands: inGroups } = people()[role]
      const allowed = (isGroup ? inGroups : undefined) ?? everywhere
      if (!allowed || allowed.includes(found.command.name)) return undefined
      return `/${found.command.name} is not among the commands that you may use here.`
    },
    async refusalOfMessage({ person, role }) {
      if (role === 'owner') return undefined
      const limits: DailyLimits = people().budgets[person.id] ?? people()[role]
      const budget = await spending.reached(person.id, limits)
      return budget === undefined ? undefined : `You have used your ${budget} of today. There is more after 0:00 UTC.`
    },
  }
}

/** Whether turns of this person are counted: nothing is stored without budgets. */
export function isCounted({ by }: Pick<EndedTurn, 'by'>, { budgets, admin, user, guest }: PeopleSettings): boolean {
  const all: readonly DailyLimits[] = [admin, user, guest, ...Object.values(budgets)]
  const hasBudgets = all.some((each) => each.tokens_per_day !== undefined || each.usd_per_day !== undefined)
  return hasBudgets && !/^(?:local$|api$|api:|key:)/.test(by.id)
}
