/** What a measure is: how it is taken, and what is said of it in the table. */

/** What is measured: the bare floor, rein, or rein by way of its Node launcher. */
export type SubjectName = "floor" | "rein" | "launcher";

/** Values by the key of their row, as many as one sample gave. */
export type Sample = Readonly<Record<string, readonly number[]>>;

/** What a row's value may be. */
export type Target =
  /** So many times the floor. */
  | { readonly type: "ratio"; readonly atMost: number }
  /** So much, on a machine where the floor of this row is `floor`; 0 where the floor says nothing about it. */
  | { readonly type: "value"; readonly atMost: number; readonly floor: number };

export type Row = {
  readonly key: string;
  readonly label: string;
  readonly unit: "ms" | "s" | "MB" | "KB" | "B" | "";
  /** Which value stands for all samples; the median if not given. */
  readonly take?: "p95" | "max";
  /** Absent for what is only told. */
  readonly target?: Target;
};

export type Measure = {
  /** What it is called on the command line. */
  readonly name: string;
  readonly rows: readonly Row[];
  /** How often each subject is sampled, in turns. */
  readonly rounds: number;
  /** True for what takes so long that caches make no difference: there is no sample before the first. */
  readonly isLong?: boolean;
  readonly subjects: Readonly<Partial<Record<SubjectName, () => Promise<Sample>>>>;
};
