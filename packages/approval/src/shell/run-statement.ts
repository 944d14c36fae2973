import { type Data, isKnown, join, noData, unknownData } from '../words/data.js'
import { runAssignment } from './assignments.js'
import { expandValue, expandWord } from './expand-word.js'
import { isForkBomb } from './fork-bomb.js'
import { type Frame, isExhausted, takeStep, writeFile } from './frame.js'
import { type Redirections, readRedirections } from './redirections.js'
import { runCommand, runDeclaration } from './run-command.js'
import { createSubshell, readVariable, writeVariable } from './scope.js'
import type { SyntaxNode } from './syntax-tree.js'
import { toContext } from './word-context.js'

type Run = (node: SyntaxNode, frame: Frame) => Data

/**
 * Maximum number of items that are followed in a list. A longer list is followed with these, and once more with an
 * unknown item.
 */
const mostItems = 256

/** Follows a statement like the shell and returns its output, as far as it can be known. */
export function runStatement(node: SyntaxNode, frame: Frame): Data {
  if (isExhausted(frame)) return unknownData
  return (statements.get(node.type) ?? runOther)(node, frame)
}

const runSequence: Run = (node, frame) => join(node.children.map((child) => runStatement(child, frame)))

const runBranches: Run = (node, frame) => {
  const inner = { ...frame, conditional: true }
  return join(node.children.map((child) => runStatement(child, inner)))
}

const runSubshell: Run = (node, frame) => runSequence(node, { ...frame, scope: createSubshell(frame.scope) })

/** Runs `a && b` and `a || b`: the second command may not run. */
const runList: Run = (node, frame) =>
  join(
    node.children.map((child, index) =>
      runStatement(
        child,
        index === 0
          ? frame
          : { ...frame, conditional: frame.conditional || node.children.some((part) => part.type === '||') },
      ),
    ),
  )

const runPipeline: Run = (node, frame) => {
  let { stdin } = frame
  let output = noData
  for (const child of node.children) {
    if (child.type === '|' || child.type === '|&') continue
    if (isExhausted(frame)) return unknownData
    output = runStatement(child, { ...frame, stdin, scope: createSubshell(frame.scope) })
    stdin = output
  }
  return output
}

const runRedirected: Run = (node, frame) => {
  const [body, ...rest] = node.children
  const isBare = body?.field !== 'body'
  const redirections = readRedirections(isBare ? node.children : rest, frame)
  const inner = redirections.stdin ? { ...frame, stdin: redirections.stdin } : frame
  const last = body && redirections.words.length > 0 ? lastCommand(body) : undefined
  if (last) frame.trace.trailing.set(last, redirections.words)
  else if (redirections.words.length > 0) frame.trace.problems.add('syntax')
  const output = isBare || !body ? noData : runRedirectedBody(body, inner, redirections)
  if (isBare || body?.type !== 'command') frame.trace.run.invocation({ argv: [], redirects: redirections.list }, inner)
  return followHereDocument(rest, output, frame, redirections)
}

/** Returns the command directly before the text after a statement. */
function lastCommand(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'command' || node.type === 'declaration_command' || node.type === 'unset_command') return node
  const isOpen = /^(?:list|pipeline|negated_command|redirected_statement)$/.test(node.type)
  const inner = isOpen ? node.children.findLast((child) => !/_redirect$/.test(child.type)) : undefined
  return inner && lastCommand(inner)
}

function runRedirectedBody(body: SyntaxNode, frame: Frame, { list, outputs }: Redirections): Data {
  const last = body.type === 'command' ? undefined : lastCommand(body)
  if (last && list.length > 0) frame.trace.trailingRedirects.set(last, list)
  const output = body.type === 'command' ? runCommand(body, frame, list) : runStatement(body, frame)
  for (const { operator, target } of outputs) writeFile(target, output, frame, operator.includes('>>'))
  return outputs.length > 0 ? noData : output
}

/**
 * Follows what comes after `<<EOF` on the same line, which the grammar attaches to the redirection: `cat <<EOF | sh &&
 * rm x`.
 */
function followHereDocument(nodes: readonly SyntaxNode[], output: Data, frame: Frame, { outputs }: Redirections): Data {
  let result = outputs.length > 0 ? noData : output
  for (const node of nodes.flatMap((redirect) => (redirect.type === 'heredoc_redirect' ? redirect.children : []))) {
    if (node.type === 'pipeline') result = runPipeline(node, { ...frame, stdin: result })
    else if (node.field === 'right') result = join([result, runStatement(node, frame)])
  }
  return result
}

const runIf: Run = (node, frame) => runBranches(node, frame)

const runFor: Run = (node, frame) => {
  const name = node.children.find((child) => child.field === 'variable')
  const body = node.children.find((child) => child.field === 'body')
  if (!name || !body) return runOther(node, frame)
  const words = node.children
    .filter((child) => child.field === 'value')
    .flatMap((child) => expandWord(child.start, child.end, toContext(frame)))
  const hasList = node.children.some((child) => child.field === 'value')
  const items: readonly Data[] = hasList ? words : frame.scope.positional
  const variable = frame.tree.source.slice(name.start, name.end)
  const isLong = items.length > mostItems
  const rounds = isLong ? [...items.slice(0, mostItems), unknownData] : items.length > 0 ? items : [unknownData]
  const outputs = rounds.map((item) => {
    writeVariable(frame.scope, variable, [item])
    return takeStep(frame) ? runStatement(body, frame) : unknownData
  })
  return join(outputs)
}

const runWhile: Run = (node, frame) => {
  const { stdin, tree } = frame
  const readsLines = /^(?:while|until)\s+(?:IFS=\S*\s+)?read\b/.test(tree.source.slice(node.start, node.start + 80))
  if (!readsLines || !stdin || !isKnown(stdin)) return runBranches(node, frame)
  const lines = stdin.text.split('\n').filter((line) => line !== '')
  return join(
    lines
      .slice(0, mostItems)
      .map((text) => (takeStep(frame) ? runBranches(node, { ...frame, stdin: { ...stdin, text } }) : unknownData)),
  )
}

const runFunction: Run = (node, frame) => {
  const name = node.children.find((child) => child.field === 'name')
  const body = node.children.find((child) => child.field === 'body')
  if (!name || !body) return noData
  const text = frame.tree.source.slice(name.start, name.end)
  if (isForkBomb(body, text, frame.tree.source)) frame.trace.problems.add('fork-bomb')
  const { list } = readRedirections(node.children, frame)
  if (list.length > 0) frame.trace.run.invocation({ argv: [], redirects: list }, frame)
  frame.scope.functions.set(text, { tree: frame.tree, body })
  return noData
}

/** Runs tests, arithmetic and case values, of which only the substitutions run. */
const runOther: Run = (node, frame) => {
  if (node.type === 'comment' || node.type === 'heredoc_body') return noData
  const context = toContext(frame)
  if (frame.tree.expansions.has(node.start) && frame.tree.expansions.get(node.start) === node) {
    expandValue(node.start, node.end, context)
    return noData
  }
  if (node.type === 'variable_name') {
    const value = readVariable(frame.scope, frame.tree.source.slice(node.start, node.end))?.[0]
    if (value) context.reevaluate(value)
  }
  if (node.type === 'raw_string') context.reevaluate(expandValue(node.start, node.end, context))
  for (const child of node.children) runStatement(child, frame)
  return noData
}

const statements: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['program', runSequence],
  ['compound_statement', runSequence],
  ['do_group', runSequence],
  ['subshell', runSubshell],
  ['list', runList],
  ['pipeline', runPipeline],
  ['redirected_statement', runRedirected],
  ['negated_command', runSequence],
  ['ERROR', runSequence],
  ['if_statement', runIf],
  ['elif_clause', runBranches],
  ['else_clause', runBranches],
  ['case_statement', runBranches],
  ['case_item', runBranches],
  ['while_statement', runWhile],
  ['for_statement', runFor],
  ['c_style_for_statement', runBranches],
  ['function_definition', runFunction],
  ['variable_assignment', runAssignment],
  ['variable_assignments', runSequence],
  ['declaration_command', runDeclaration],
  ['unset_command', runDeclaration],
  ['command', (node, frame) => runCommand(node, frame)],
])
