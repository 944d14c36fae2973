/** A value that a person chooses for a blueprint. */
export interface BlueprintSlot {
  readonly name: string
  /** What it is, for people. */
  readonly asks: string
  /** Default: the person must say. */
  readonly default?: string
}

/** A job that is ready but for a few values. */
export interface Blueprint {
  readonly name: string
  readonly description: string
  readonly slots: readonly BlueprintSlot[]
  /** `{slot}` stands for a value. */
  readonly schedule: string
  /** `{slot}` stands for a value. */
  readonly prompt: string
}
