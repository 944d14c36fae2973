import type { Rights } from '@hermes/conversations'
import type { CommandTable } from '@hermes/conversations/commands'
import type { PeopleSettings } from '@hermes/runtime'
import { type DailyLimits, type DailySpending, isLimited, type ReachedLimit } from '../../spending/daily-spending.js'
import type { ChatRole, KnownPerson } from '../network/known-person.js'

/** What a known person may do now, by the settings `people`. */
export interface Permissions {
  /** Why a command is refused; `undefined` if it is not. Commands that use the model need a budget, as messages do. */
  refusalOfCommand(line: string, who: KnownPerson, where: CommandPlace): Promise<string | undefined>
  /** Why a message is refused: the budget of the day is spent. */
  refusalOfMessage(who: KnownPerson): Promise<string | undefined>
  /**
   * Why a person gets no further turn: their budget is spent, or their running turns may need the rest.
   * @param ahead How many of them there are.
   */
  refusalOfTurn(personId: string, role: ChatRole, ahead: number): Promise<string | undefined>
  /** Why a scheduled job of a person does not run: their budget is spent. For them, and for the owner. */
  refusalOfJob(personId: string, role: ChatRole): Promise<string | undefined>
  /** For the commands that list what a person may do. */
  rightsOf(who: Pick<KnownPerson, 'role'>, where: Pick<CommandPlace, 'isGroup'>): Rights
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
  const rightsOf: Permissions['rightsOf'] = ({ role }, { isGroup }) => ({
    role,
    mayRun(name) {
      if (role === 'owner' || always.has(name)) return true
      if (ofOwners.has(name)) return false
      const { commands: everywhere, group_commands: inGroups } = people()[role]
      const allowed = (isGroup ? inGroups : undefined) ?? everywhere
      return allowed?.includes(name) ?? true
    },
  })
  async function reachedBy(personId: string, role: ChatRole, ahead: number): Promise<ReachedLimit | undefined> {
    if (role === 'owner') return undefined
    const limits: DailyLimits = people().budgets[personId] ?? people()[role]
    return spending.reached(personId, limits, ahead)
  }
  const refusalOfTurn: Permissions['refusalOfTurn'] = async (personId, role, ahead) => {
    const reached = await reachedBy(personId, role, ahead)
    if (!reached) return undefined
    return reached.isReserved
      ? `What is left of your ${reached.limit} of today may be needed by what already works for you. Try again when that has ended.`
      : `You have used your ${reached.limit} of today. There is more after 0:00 UTC.`
  }
  const refusalOfMessage: Permissions['refusalOfMessage'] = ({ person, role }) => refusalOfTurn(person.id, role, 0)
  return {
    refusalOfTurn,
    async refusalOfJob(personId, role) {
      const reached = await reachedBy(personId, role, 0)
      return reached && `The ${reached.limit} of today of its person are used up: there is more after 0:00 UTC.`
    },
    rightsOf,
    refusalOfMessage,
    async refusalOfCommand(line, who, where) {
      const found = commands.find(line, { kind: 'chat', name: where.network }, who.person)
      if (found.type === 'message') return refusalOfMessage(who)
      if (found.type === 'refused') return found.text
      if (found.type !== 'command') return undefined
      const { name, becomesMessage = false, usesModel = becomesMessage } = found.command
      if (who.role !== 'owner' && changesSettings(name, found.args)) return 'Only an owner can change settings.'
      if (rightsOf(who, where).mayRun(name)) return usesModel ? refusalOfMessage(who) : undefined
      return ofOwners.has(name)
        ? `/${name} is for owners.`
        : `/${name} is not among the commands that you may use here.`
    },
  }
}

function changesSettings(name: string, args: string): boolean {
  return name === 'config' && /^(?:un)?set\b/.test(args)
}

/** Whether somebody has a budget. */
export function hasBudgets({ budgets, admin, user, guest }: PeopleSettings): boolean {
  const all: readonly DailyLimits[] = [admin, user, guest, ...Object.values(budgets)]
  return all.some(isLimited)
}

/** Whether the usage of this person is counted, also without budgets: one that is set in the course of a day covers all of it. */
export function isCounted(personId: string): boolean {
  return !/^(?:local$|api$|api:|key:)/.test(personId)
}
