import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/** A growing text: `before`, then `unit` repeated, then `after`. */
export interface Attack {
  readonly before: string
  readonly unit: string
  readonly after: string
}

export function attackText({ before, unit, after }: Attack, length: number): string {
  return before + unit.repeat(Math.ceil(length / unit.length)) + after
}

/** How often it must be possible to repeat an element for it to be worth pumping. */
const manyTimes = 40
const mostAttacks = 60
/** The maximum number of characters to try per unit: those that match most elements of the pattern come first. */
const mostKinds = 5
const mostUnits = 5

/**
 * Generates texts that provoke backtracking from the pattern itself: every repeatable element is repeated after its required prefix, with a
 * suffix that does not match; and prefixes that never complete are repeated.
 */
export function attacksOn(pattern: RegExp): readonly Attack[] {
  const ast = new RegExpParser().parsePattern(pattern.source, undefined, undefined, {
    unicode: pattern.unicode,
    unicodeSets: pattern.unicodeSets,
  })
  const sampler = createSampler(ast, pattern.flags)
  const attacks = new Map<string, Attack>()
  const add = (before: string, unit: string, after: string) => {
    if (unit !== '') attacks.set(JSON.stringify([before, unit, after]), { before, unit, after })
  }
  for (const whole of sampler.samples(ast)) {
    add('', whole, '')
    add('', whole.slice(0, -1), '')
    add('', `${whole.slice(0, -1)} `, '')
  }
  for (const quantifier of repeatsOf(ast)) {
    for (const unit of sampler.samples(quantifier.element)) {
      const misfits = sampler.misfits(quantifier.element)
      for (const before of sampler.beginnings(quantifier)) {
        for (const after of misfits) add(before, unit, after)
        add('', before + unit, misfits[0] ?? '')
        add('', `${before + unit} `, '')
        add('', `${before + unit}\n`, '')
      }
      for (const after of misfits) add('', unit, after)
    }
  }
  return [...attacks.values()].slice(0, mostAttacks)
}

function repeatsOf(ast: AST.Pattern): readonly AST.Quantifier[] {
  const found: AST.Quantifier[] = []
  visitRegExpAST(ast, {
    onQuantifierEnter(node) {
      if (node.max >= manyTimes) found.push(node)
    },
  })
  return found
}

interface Sampler {
  /** Returns short texts that the node matches, with different characters. */
  samples(node: AST.Node): readonly string[]
  /** Returns the required text before the node, without and with optional elements. */
  beginnings(node: AST.Node): readonly string[]
  /** Returns suffixes that the node does not match. */
  misfits(node: AST.Node): readonly string[]
}

type CharacterNode = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass

/** Which characters of a node to use, and how often to include optional elements. */
interface Choice {
  readonly preferred: string | undefined
  readonly alternative: number
  readonly optional: 0 | 1
}

function createSampler(ast: AST.Pattern, flags: string): Sampler {
  const charactersOf = characterReader(ast, flags.replace(/[gyd]/g, ''))
  const commonKinds = charactersOf.alphabet.slice(0, mostKinds)

  function sample(node: AST.Node, choice: Choice): string {
    switch (node.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup': {
        const inner = node.alternatives[choice.alternative % node.alternatives.length]
        return inner ? sample(inner, choice) : ''
      }
      case 'Alternative':
        return sampleAll(node.elements, choice)
      case 'Quantifier':
        return sample(node.element, choice).repeat(Math.min(node.max, Math.max(node.min, choice.optional)))
      case 'Backreference': {
        const resolved = Array.isArray(node.resolved) ? node.resolved[0] : node.resolved
        return resolved ? sample(resolved, choice) : ''
      }
      case 'Assertion':
        return node.kind === 'lookbehind' && !node.negate ? sampleFirst(node.alternatives, choice) : ''
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const characters = charactersOf(node)
        const { preferred } = choice
        return preferred !== undefined && characters.includes(preferred) ? preferred : (characters[0] ?? '')
      }
      default:
        return ''
    }
  }

  const sampleAll = (nodes: readonly AST.Node[], choice: Choice) => nodes.map((node) => sample(node, choice)).join('')
  const sampleFirst = ([first]: readonly AST.Node[], choice: Choice) => (first ? sample(first, choice) : '')

  function before(node: AST.Node, choice: Choice): string {
    const { parent } = node
    if (!parent) return ''
    const siblings = parent.type === 'Alternative' ? parent.elements : []
    const earlier = siblings.slice(
      0,
      siblings.findIndex((sibling) => Object.is(sibling, node)),
    )
    return before(parent, choice) + sampleAll(earlier, choice)
  }

  const choices: readonly Choice[] = [undefined, ...commonKinds].flatMap((preferred) =>
    [0, 1, 2].flatMap((alternative) => ([0, 1] as const).map((optional) => ({ preferred, alternative, optional }))),
  )

  return {
    samples: (node) => unique(choices.map((choice) => sample(node, choice))).slice(0, mostUnits),
    beginnings: (node) =>
      unique(([0, 1] as const).map((optional) => before(node, { preferred: undefined, alternative: 0, optional }))),
    misfits: (node) => {
      const fitting = new Set(choices.map((choice) => sample(node, choice).at(0)))
      return ['\0', '\n', '!', ' ', 'a'].filter((end) => !fitting.has(end)).slice(0, 2)
    },
  }
}

const usual = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index))
const unusual = ['\n', '\t', '\r', '\0', '\u001b', '\u00a0', 'é', '…', '’', '中']
const lettersFirst = (text: string) => (/[a-z]/.test(text) ? 0 : /\w/.test(text) ? 1 : 2)

/** Returns the characters that a node matches: one of each class of the pattern, those that match most nodes first. */
function characterReader(ast: AST.Pattern, flags: string) {
  const sources = new Set<string>()
  const given = new Set<string>()
  visitRegExpAST(ast, {
    onCharacterEnter: (node) => {
      given.add(String.fromCodePoint(node.value))
      if (node.parent.type === 'Alternative' || node.parent.type === 'Quantifier') sources.add(node.raw)
    },
    onCharacterSetEnter: ({ raw, parent }) => {
      if (parent.type === 'Alternative' || parent.type === 'Quantifier') sources.add(raw)
    },
    onCharacterClassEnter: ({ raw, parent }) => {
      if (parent.type === 'Alternative' || parent.type === 'Quantifier') sources.add(raw)
    },
    onExpressionCharacterClassEnter: ({ raw }) => {
      sources.add(raw)
    },
  })
  const tests = new Map([...sources].map((source) => [source, new RegExp(`^(?:${source})$`, flags)]))
  const kinds = new Map<string, string>()
  const candidates = [...new Set([...usual, ...unusual, ...given])]
  for (const character of candidates.sort((left, right) => lettersFirst(left) - lettersFirst(right))) {
    const signature = [...tests.values()].map((test) => (test.test(character) ? '1' : '0')).join('')
    if (signature.includes('1') && !kinds.has(signature)) kinds.set(signature, character)
  }
  const fits = (signature: string) => signature.replaceAll('0', '').length
  const alphabet = [...kinds].sort(([left], [right]) => fits(right) - fits(left)).map(([, character]) => character)
  const read = (node: CharacterNode): readonly string[] => {
    const test = tests.get(node.raw) ?? new RegExp(`^(?:${node.raw})$`, flags)
    return alphabet.filter((character) => test.test(character))
  }
  return Object.assign(read, { alphabet })
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
