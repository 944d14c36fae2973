import { HermesError, type JsonSchema } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import type { ChildTask, DelegateLimits, OtherAgent } from './child-task.js'
import { toOutputSchema } from './output-schema.js'

const goal = z.string().min(1)
const context = z.string().optional()
const toolsets = z.array(z.string()).optional()
const outputSchema = z.looseObject({}).optional()
const role = z.enum(['leaf', 'orchestrator']).optional()
const model = z.string().min(1).optional()

/** Arguments of `delegate_task`. All except `tasks` and `background` are defaults for each task. */
export const delegateArguments = z.object({
  goal: goal.optional().describe('The whole task and what to report.'),
  context: context.describe('What it has to know: paths, facts, decisions.'),
  tasks: z
    .array(z.object({ goal, context, toolsets, output_schema: outputSchema, role, model }))
    .min(1)
    .optional()
    .describe('Several at the same time, instead of goal.'),
  toolsets: toolsets.describe('Some of your toolsets. Default: all.'),
  output_schema: outputSchema.describe('A JSON Schema: the answer is returned as data.'),
  role: role.describe('orchestrator: may delegate too.'),
  model: model.describe('Only when the user wants another.'),
  background: z.boolean().default(false).describe('Return at once; a message comes when it ends.'),
})

export type DelegateArguments = z.output<typeof delegateArguments> & { readonly agent?: string | undefined }

const { tasks } = delegateArguments.shape
const withoutRole = delegateArguments.omit({ role: true }).extend({
  tasks: tasks
    .unwrap()
    .element.omit({ role: true })
    .array()
    .min(1)
    .optional()
    .describe(tasks.description ?? ''),
})

/** Returns the schema of the arguments, with a role where agents may delegate too, and with other agents that tasks may name. */
export function argumentsWith(
  others: readonly OtherAgent[],
  { maxDepth }: DelegateLimits,
): z.ZodType<DelegateArguments> {
  const own = maxDepth > 1 ? delegateArguments : withoutRole
  if (others.length === 0) return own
  const known = others.map(({ name, description }) => `${name}: ${description || 'another agent'}`).join('; ')
  const agent = z
    .enum(others.map(({ name }) => name))
    .optional()
    .describe(`Who does it. Default: an agent like you. ${known}`)
  return own.extend({ agent })
}

/** Converts the arguments to tasks. @throws {HermesError} when the request is ambiguous or exceeds the limits. */
export function toTasks(args: DelegateArguments, limits: DelegateLimits, parentDepth: number): readonly ChildTask[] {
  const { goal, tasks } = args
  if ((goal === undefined) === (tasks === undefined)) throw refusal('Give either goal or tasks.')
  if (parentDepth >= limits.maxDepth) {
    throw refusal('Tasks cannot be delegated from here: the limit of nested agents is reached. Do it yourself.')
  }
  const given = tasks ?? [{ ...args, goal: goal ?? '' }]
  if (given.length > limits.maxConcurrent) {
    throw refusal(`These are ${given.length} tasks, and one call takes ${limits.maxConcurrent}: make several calls.`)
  }
  return given.map((task, index) => toTask({ ...args, ...task }, index, parentDepth + 1, limits))
}

type OneTask = Omit<DelegateArguments, 'tasks' | 'background' | 'goal'> & { readonly goal: string }

function toTask(task: OneTask, index: number, depth: number, { maxDepth }: DelegateLimits): ChildTask {
  if (task.goal.trim() === '') throw refusal(`The goal of task ${index} is empty.`)
  return {
    index,
    goal: task.goal,
    ...(task.context !== undefined && { context: task.context }),
    ...(task.output_schema && { output: toOutputSchema(toJsonSchema(task.output_schema)) }),
    request: {
      // At the depth limit, an orchestrator does its task itself.
      role: depth < maxDepth ? (task.role ?? 'leaf') : 'leaf',
      depth,
      ...(task.toolsets && { toolsets: task.toolsets }),
      ...(task.model !== undefined && { model: task.model }),
      ...(task.agent !== undefined && { agent: task.agent }),
    },
  }
}

/** Converts an object to a schema. Arguments come from JSON, so this only copies. */
function toJsonSchema(schema: object): JsonSchema {
  const copy = parseJson(JSON.stringify(schema))
  return isRecord(copy) ? copy : {}
}

function refusal(sentence: string): HermesError {
  return new HermesError('delegate/refused', sentence)
}
