import type { Message, MessageSearch, SearchQuery, SessionStore } from '@hermes/core'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { session } from './fixtures.js'

export function describeSearch(store: () => SessionStore): void {
  const search = (): MessageSearch => {
    const { search: found } = store()
    if (!found) throw new Error('A store has to search, or to declare that it does not.')
    return found
  }
  const say = (text: string, role: 'user' | 'assistant' = 'user'): Message => ({ role, content: text })
  const add = async (id: string, messages: readonly Message[], timestampMs = 1_000) => {
    await store().messages.append(
      id,
      messages.map((message, index) => ({ message, timestampMs: timestampMs + index })),
    )
  }
  const find = async (query: string | SearchQuery) => {
    const hits = await search().find(typeof query === 'string' ? { text: query } : query)
    return hits.map(({ message }) => message.message.content)
  }
  const findSorted = async (query: string | SearchQuery) => (await find(query)).sort()

  beforeEach(async () => {
    await store().sessions.create({ ...session('s'), source: 'cli' })
    await store().sessions.create({ ...session('t'), source: 'cron', userId: 'ada' })
  })

  test('all words have to be there, in any order and case, whatever their accents', async () => {
    await add('s', [say('The Deploy to staging failed'), say('Staging is fine'), say('Crème brûlée')])
    expect(await find('staging deploy')).toEqual(['The Deploy to staging failed'])
    expect(await findSorted('STAGING')).toEqual(['Staging is fine', 'The Deploy to staging failed'])
    expect(await find('creme brulee')).toEqual(['Crème brûlée'])
    expect(await find('stag')).toEqual([])
  })

  test('phrases, OR, NOT, AND and a trailing star', async () => {
    await add('s', [say('red apple pie'), say('apple red'), say('green pear'), say('pearl')])
    expect(await find('"red apple"')).toEqual(['red apple pie'])
    expect(await findSorted('pie OR pear')).toEqual(['green pear', 'red apple pie'])
    expect(await find('apple NOT pie')).toEqual(['apple red'])
    expect(await find('apple AND pie')).toEqual(['red apple pie'])
    expect(await findSorted('pear*')).toEqual(['green pear', 'pearl'])
    expect(await findSorted('green pear OR red pie')).toEqual(['green pear', 'red apple pie'])
    expect(await find('red or pie')).toEqual([])
  })

  test('operators without work, and signs of all kinds, are no errors', async () => {
    await add('s', [say('use foo-bar v1.2.3 (beta) at c:\\temp or user@example.org')])
    for (const text of [
      'foo-bar',
      'v1.2.3',
      '(beta)',
      'user@example.org',
      'AND foo',
      'foo OR',
      'NOT foo',
      '"foo',
      'foo NOT',
      'c:\\temp',
    ]) {
      expect({ text, found: await find(text) }).toEqual({ text, found: [expect.stringContaining('foo-bar')] })
    }
    for (const text of ['', ' ', '"', '""', '*', '()', 'AND', 'OR NOT', '\0', "'; drop table messages; --"]) {
      expect({ text, found: await find(text) }).toEqual({ text, found: [] })
    }
  })

  test('scripts without blanks and emoji are found inside of words', async () => {
    await add('s', [
      say('用户接口设计文档'),
      say('データベースの移行'),
      say('배포가 실패했습니다'),
      say('shipped 🚀!'),
      say('HTTP接口 is down'),
    ])
    expect(await find('「接口设计」')).toEqual(['用户接口设计文档'])
    expect(await find('接口设计')).toEqual(['用户接口设计文档'])
    expect(await findSorted('接口')).toEqual(['HTTP接口 is down', '用户接口设计文档'])
    expect(await find('接')).toHaveLength(2)
    expect(await find('ベース')).toEqual(['データベースの移行'])
    expect(await find('실패')).toEqual(['배포가 실패했습니다'])
    expect(await find('🚀')).toEqual(['shipped 🚀!'])
    expect(await find('接口 down')).toEqual(['HTTP接口 is down'])
    expect(await find('接口 NOT down')).toEqual(['用户接口设计文档'])
    expect(await findSorted('移行 OR 实 OR 배포가')).toEqual(['データベースの移行', '배포가 실패했습니다'])
  })

  test('Latin words are found in the midst of other scripts, whole as everywhere', async () => {
    await add('s', [say('部署API网关到Kubernetes集群'), say('用AI训练'), say('the capital façade')])
    expect(await find('api')).toEqual(['部署API网关到Kubernetes集群'])
    expect(await find('kubernetes')).toEqual(['部署API网关到Kubernetes集群'])
    expect(await find('kube*')).toEqual(['部署API网关到Kubernetes集群'])
    expect(await find('kube')).toEqual([])
    expect(await find('ai')).toEqual(['用AI训练'])
    expect(await find('capital NOT api')).toEqual(['the capital façade'])
  })

  test('C++ and C# are not C', async () => {
    await add('s', [say('rewritten in C++'), say('a C# port'), say('plain C')])
    expect(await find('C++')).toEqual(['rewritten in C++'])
    expect(await find('c#')).toEqual(['a C# port'])
    expect(await find('port NOT c++')).toEqual(['a C# port'])
    expect(await find('C')).toHaveLength(3)
  })

  test('calls of tools and the texts among pictures are searched, pictures are not', async () => {
    const picture = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,cGljdHVyZQ==' } }
    await add('s', [
      { role: 'user', content: [{ type: 'text', text: 'what is this lighthouse' }, picture] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'read_file', arguments: '{"path":"harbour.md"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c', name: 'read_file', content: 'the tide comes in' },
    ])
    expect(await find('lighthouse')).toHaveLength(1)
    expect(await find('harbour')).toEqual([null])
    expect(await find('cGljdHVyZQ')).toEqual([])
    expect(await find({ text: 'tide', roles: ['user'] })).toEqual([])
    expect(await find({ text: 'tide', roles: ['tool'] })).toHaveLength(1)
  })

  test('filters by session, surface and time; orders by time', async () => {
    await add('s', [say('one tide'), say('two tide')], 1_000)
    await add('t', [say('three tide')], 5_000)
    expect(await find({ text: 'tide', sessionId: 't' })).toEqual(['three tide'])
    expect(await find({ text: 'tide', sources: ['cron'] })).toEqual(['three tide'])
    expect(await findSorted({ text: 'tide', withoutSources: ['cron'] })).toEqual(['one tide', 'two tide'])
    expect(await find({ text: 'tide', userId: 'ada' })).toEqual(['three tide'])
    expect(await findSorted({ text: 'tide', userId: null })).toEqual(['one tide', 'two tide'])
    expect(await find({ text: 'tide', sinceMs: 5_000 })).toEqual(['three tide'])
    expect(await find({ text: 'tide', untilMs: 1_000 })).toEqual(['one tide'])
    expect(await find({ text: 'tide', order: 'newest' })).toEqual(['three tide', 'two tide', 'one tide'])
    expect(await find({ text: 'tide', order: 'oldest', limit: 2 })).toEqual(['one tide', 'two tide'])
  })

  test('what fits best comes first, and says where', async () => {
    const long = `${'words '.repeat(200)}harbour ${'words '.repeat(200)}`
    await add('s', [say(long), say('harbour harbour')])
    const hits = await search().find({ text: 'harbour' })
    expect(hits.map(({ message }) => message.message.content)).toEqual(['harbour harbour', long])
    expect(hits[1]?.snippet).toContain('harbour')
    expect(hits[1]?.snippet.length).toBeLessThanOrEqual(200)
  })

  test('deleted messages are not found, new ones at once', async () => {
    await add('s', [say('ephemeral 短暂')])
    expect(await find('ephemeral')).toHaveLength(1)
    await store().sessions.delete('s')
    expect(await find('ephemeral')).toEqual([])
    expect(await find('短暂')).toEqual([])
  })

  test('no text at all is an error', async () => {
    await add('s', [say('something')])
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            'AND',
            'OR',
            'NOT',
            '"',
            '*',
            '(',
            ')',
            '-',
            ':',
            '^',
            '+',
            'a',
            '中',
            '🚀',
            '\\',
            '%',
            '{',
            'NEAR',
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        expect(await search().find({ text: query })).toBeInstanceOf(Array)
      }),
    )
  })
}
