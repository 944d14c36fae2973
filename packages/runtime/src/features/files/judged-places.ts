import { createBoundedMap } from '@hermes/safety'
import type { ConfirmWrite } from '@hermes/tools'

type CallIds = Parameters<ConfirmWrite>[0]['call']

/** The resolved paths of calls at the time of the gate's verdict. */
export interface JudgedPlaces {
  note(call: Pick<CallIds, 'sessionId' | 'callId'>, path: string, place: string): void
  placeOf(call: Pick<CallIds, 'sessionId' | 'callId'>, path: string): string | undefined
}

/** The maximum number of paths. It exceeds the files of all patches that can be pending at once. */
const kept = 10_000

export function createJudgedPlaces(): JudgedPlaces {
  const places = createBoundedMap<string>(kept)
  const keyOf = ({ sessionId, callId }: Pick<CallIds, 'sessionId' | 'callId'>, path: string) =>
    JSON.stringify([sessionId, callId, path])
  return {
    note: (call, path, place) => places.set(keyOf(call, path), place),
    placeOf: (call, path) => places.get(keyOf(call, path)),
  }
}
