import { expect, test } from 'vitest'
import { repeatedNote } from '../../chats/outbox/repeated-note.js'
import { createRandom } from '../random.js'
import { createWorldNetwork, type NetworkName } from '../world/world-network.js'
import { proveNetwork } from './chat-proof.js'

const one = 'm1 line 1 of 1'
const two = 'm2 line 1 of 1'

/** Returns a network on which two messages were written in one chat, and these texts were sent. */
function seen(name: NetworkName, ...texts: readonly (string | { readonly partial: string })[]) {
  const network = createWorldNetwork(name, createRandom(1))
  for (const mark of ['m1', 'm2']) network.say('chat', mark)
  for (const [index, sent] of texts.entries()) {
    const isPartial = typeof sent !== 'string'
    const text = isPartial ? sent.partial : sent
    network.send({ type: 'send', key: String(index), chatId: 'chat', text, isPartial })
  }
  return proveNetwork(network)
}

test('finds no problem if each message is answered once and in order', () => {
  expect(seen('plain', one, two)).toMatchObject({ messages: 2, answered: 2, problems: [] })
})

test.each([
  ['an answer that is missing', [one], 'plain: Never seen: m2 line 1 of 1'],
  ['an answer that was sent twice', [one, one, two], 'plain: Seen twice: m1 line 1 of 1'],
  ['answers out of order', [two, one], 'plain: Out of order: m1 line 1 of 1'],
  ['a text that nobody asked for', [one, two, '⚠️ failed'], 'plain: Unexpected: ⚠️ failed'],
])('finds %s', (_, texts, problem) => {
  expect(seen('plain', ...texts).problems).toEqual([problem])
})

test('counts a repeated answer with a note, on a network that cannot recognize it', () => {
  expect(seen('plain', one, `${one}\n\n_${repeatedNote}_`, two)).toMatchObject({ labelledRepeats: 1, problems: [] })
  expect(seen('keyed', one, `${one}\n\n_${repeatedNote}_`, two).problems).toHaveLength(1)
})

test('each command has one answer, and its repeats with a note are counted', () => {
  const answers = (name: NetworkName, ...texts: readonly string[]) => {
    const network = createWorldNetwork(name, createRandom(1))
    for (const command of ['/version', '/version']) network.say('chat', command)
    for (const [index, text] of texts.entries())
      network.send({ type: 'send', key: String(index), chatId: 'chat', text, isPartial: false })
    return proveNetwork(network)
  }
  const noted = `Hermes 1.0.0\n\n_${repeatedNote}_`
  expect(answers('plain', 'Hermes 1.0.0', 'Hermes 1.0.0')).toMatchObject({ messages: 2, answered: 2, problems: [] })
  expect(answers('plain', 'Hermes 1.0.0', noted)).toMatchObject({ answered: 2, labelledRepeats: 0, problems: [] })
  expect(answers('plain', 'Hermes 1.0.0', noted, 'Hermes 1.0.0')).toMatchObject({ labelledRepeats: 1, problems: [] })
  expect(answers('plain', 'Hermes 1.0.0').problems).toEqual(['plain: Commands: 2, their answers: 1'])
  expect(answers('keyed', 'Hermes 1.0.0', 'Hermes 1.0.0', noted).problems).toEqual([
    'keyed: Commands: 2, their answers: 3',
  ])
})

test('the beginning of an answer may stay only where messages are not recognized', () => {
  expect(seen('edited', { partial: 'm1 li' }, one, two)).toMatchObject({ partsLeft: 1, problems: [] })
  expect(seen('keyed', { partial: 'm1 li' }, one, two).problems).toHaveLength(1)
})
