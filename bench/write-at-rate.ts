import { setTimeout as delay } from 'node:timers/promises'
import type { ChatWorld, Journey } from './chat-world.ts'

const chats = 1_000

/** Writes to every chat once, with at most 20 unanswered messages. */
export function writeToAll(world: ChatWorld): Promise<readonly Journey[]> {
  return writeAtOnce(world, chats, 20)
}

/** Writes messages to the chats in turn, as fast as they are answered. */
export async function writeAtOnce(world: ChatWorld, count: number, atOnce: number): Promise<readonly Journey[]> {
  const journeys: Journey[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) journeys.push(await world.say(chatOf(next++)))
    }),
  )
  return journeys
}

/** Writes messages to the chats in turn, answered or not, and waits for all answers. */
export async function writeAtRate(world: ChatWorld, perSecond: number, seconds: number): Promise<readonly Journey[]> {
  const journeys: Promise<Journey>[] = []
  const startedAt = performance.now()
  while (journeys.length < perSecond * seconds) {
    await delay(Math.max(0, startedAt + (journeys.length * 1000) / perSecond - performance.now()))
    journeys.push(world.say(chatOf(journeys.length)))
  }
  return Promise.all(journeys)
}

const chatOf = (number: number) => `chat-${number % chats}`
