//! What the server takes and sends. Made from its description by `cargo xtask golden`; do not edit.

/// How far the work is.
export interface Advance {
  /// Units of the stage that are done.
  done: number;
  /// read, search, apply, verify or write.
  stage?: string | null;
  /// Units of the stage, where they are known.
  total?: number | null;
}

/// What to explain.
export interface Asked {
  /// The open table to run it on, with its roles, hierarchies and targets; the example where none is named.
  dataset?: string | null;
  /// Rows of the smallest class, instead of the table's or the example's.
  k?: number | null;
  /// Different sensitive values of a class.
  l?: number | null;
  method: string;
  /// Parameters of the method, where it is not that of the table's project.
  parameters?: Record<string, string>;
  /// How many rows of it to take, evenly spread.
  rows?: number | null;
}

/// A bar.
export interface Bar {
  /// Rows.
  count: number;
  /// The value, or the first and last of an interval.
  label: string;
  /// Whether it stands for all values that have no bar of their own.
  other?: boolean;
}

/// A judgement, and what it would have to be.
export interface Change {
  a: string;
  b: string;
  /// How many times a was preferred to b.
  given: number;
  /// How many times the other judgements prefer it, or the repair does.
  instead: number;
  /// The ratio after a repair.
  ratio?: number | null;
}

/// An attribute and what was found in it.
export interface ColumnView {
  confidence: number;
  /// What it holds, where that can be told.
  content?: string | null;
  contradicting: number;
  distinct: number;
  histogram: Bar[];
  /// text, integer, decimal, date, datetime or boolean.
  kind: string;
  missing: number;
  name: string;
  reasons: string[];
  role: "identifier" | "quasi-identifier" | "sensitive" | "target" | "insensitive" | "drop";
  unique: number;
}

/// A table and what was found in it.
export interface DatasetView {
  columns: ColumnView[];
  combinations: Combination[];
  id: string;
  name: string;
  notes: string[];
  rows: number;
}

/// An attribute before and after.
export interface Distribution {
  /// As it is released.
  after: Bar[];
  /// As it was read; empty for an attribute that the release adds.
  before: Bar[];
  /// Its name.
  name: string;
}

/// A file or folder.
export interface Entry {
  bytes: number;
  is_folder: boolean;
  name: string;
  /// Relative to the root.
  path: string;
}

/// A table to begin with.
export interface Example {
  description: string;
  id: string;
  title: string;
}

/// Judgements below one parent.
export interface Group {
  /// Judgements that disagree with the others, where they contradict each other.
  causes: Change[];
  /// Whether it is a tenth or less.
  consistent: boolean;
  /// The consistency ratio.
  ratio: number;
  /// Changes, one after the other, after which they do not.
  repairs: Change[];
}

/// A hierarchy to look at.
export interface HierarchyView {
  /// Each level, that of the values first.
  levels: LevelView[];
  /// Each value with its groups; the first 2000.
  rows: string[][];
  spec?: {
    type: string;
  } & Record<string, unknown> | null;
}

/// What a job does.
export type JobKind = "risk" | "anonymize" | "compare" | "attack" | "steps" | "advise" | "measure" | "synthesize" | "evaluate" | "study";

/// Where a job is.
export type JobState = "queued" | "running" | "done" | "unreachable" | "failed" | "cancelled" | "dropped";

/// A job as the page sees it.
export interface JobView {
  /// Seconds and criterion of each round of a search that tells them.
  curve?: [number, number][];
  /// The dataset's id.
  dataset: string;
  /// Everything that was wrong, a sentence each.
  errors: string[];
  /// The same with places.
  faults: Place[];
  /// Its id.
  id: string;
  /// What it does.
  kind: JobKind;
  /// The method, for releases.
  method: string;
  /// What the user calls it.
  name: string;
  /// How far.
  progress: Advance;
  /// How long it took, or takes.
  seconds: number;
  /// Where it is.
  state: JobState;
}

/// Criteria and judgements of siblings.
export interface Judged {
  /// Children of each criterion.
  hierarchy: Record<string, string[]>;
  judgements: Judgement[];
}

/// A group.
export interface LabelView {
  label: string;
  /// Rows of the table in it.
  rows: number;
}

/// A level.
export interface LevelView {
  groups: number;
  labels: LabelView[];
}

/// What is the most.
export interface Limits {
  upload_bytes: number;
}

/// The secret of the address.
export interface Login {
  token: string;
}

/// Cells that something is wrong with.
export interface Mark {
  /// The first column, from 0.
  column: number;
  columns: number;
  /// The place of the fault in the list of faults.
  fault: number;
  /// The number of the first row.
  row: number;
  rows: number;
}

/// What to open instead of an upload.
export interface Open {
  /// The id of an example.
  example?: string | null;
  /// A file below the root, with its sheet: `people.ods#Sheet2`.
  path?: string | null;
}

/// A fault with its place.
export interface Place {
  /// The column.
  column?: string | null;
  /// What is wrong.
  message: string;
  /// The first row, as the message counts it.
  row?: number | null;
  /// The sheet, where it is known.
  sheet?: string | null;
}

/// A table of the population.
export interface Population {
  columns: string[];
  /// As the project's targets name it.
  name: string;
  rows: number;
}

/// What to show: how to build it, its lines, or nothing for what is proposed.
export interface Preview {
  column: string;
  /// Each value with its groups.
  rows?: string[][] | null;
  spec?: {
    type: string;
  } & Record<string, unknown> | null;
}

/// Why there is no answer.
export interface Problem {
  /// Everything that is wrong, a sentence each.
  errors: string[];
  /// The same with places, as far as they are faults of the request or the data.
  faults: Place[];
  sheet?: SheetView | null;
}

/// Where a release goes.
export interface Publish {
  /// Replace what is there.
  force?: boolean;
  /// A path below the root for each table.
  names: string[];
}

/// Where a release went.
export interface Published {
  names: string[];
  notes: string[];
}

/// The region of two attributes.
export interface Region {
  /// Rows in it.
  rows: number;
  /// From and to; none where the label is no interval and no number.
  x?: [number, number] | null;
  /// The label of the first attribute.
  x_label: string;
  /// From and to.
  y?: [number, number] | null;
  /// The label of the second.
  y_label: string;
}

/// Rows of a release, and the original ones beside them.
export interface ReleasedRows {
  from: number;
  header: string[];
  /// The original rows in the same order, in the columns of the dataset, where they can be told.
  original_rows?: string[][] | null;
  /// How many tables the release has.
  parts: number;
  rows: string[][];
  total: number;
}

/// A row of it.
export interface RowView {
  /// Its cells from the first column on.
  cells: string[];
  /// Its number in the file.
  number: number;
}

/// Rows of a table.
export interface Rows {
  from: number;
  header: string[];
  rows: string[][];
  total: number;
}

/// What this server can do.
export interface Session {
  examples: Example[];
  /// The kinds of job that there are.
  jobs: JobKind[];
  languages: string[];
  limits: Limits;
  /// Whether files of a folder can be opened and published.
  root: boolean;
  version: string;
}

/// A part of a sheet with marks.
export interface SheetView {
  marks: Mark[];
  /// Its name, where a file has several.
  name?: string | null;
  rows: RowView[];
}

/// What judgements amount to.
export interface Weights {
  /// Share of each criterion in the whole.
  global: Record<string, number>;
  /// How consistent the judgements below each parent are.
  groups: Record<string, Group>;
  /// Criteria without children, in the order of the tree.
  leaves: string[];
}

/// What came of a job, by its kind.
export type JobResult = RiskReport & {
  kind: "risk";
} | Report & {
  kind: "anonymize";
} | Comparison & {
  kind: "compare";
} | AttackResult & {
  kind: "attack";
} | History & {
  kind: "steps";
} | AdviceResult & {
  kind: "advise";
} | AdviceResult & {
  kind: "measure";
} | SynthesisResult & {
  kind: "synthesize";
} | SyntheticEvaluated & {
  kind: "evaluate";
} | Study & {
  kind: "study";
};

/// People who have several rows.
export interface RiskPeople {
  /// How many there are.
  count: number;
  /// The column by which a reader sees which rows are one person's; people are then compared by all their rows together, else a person counts once in
  /// each class.
  shown_by?: string | null;
  /// Classes of people who cannot be told apart.
  classes: number;
  /// People who are in a class that misses a target.
  nonconforming: number;
}

/// What it comes to.
export interface Verdict {
  /// Low: the targets are reached; medium: at most one row in twenty misses them; high: more do.
  reading: RiskReading;
  /// In words, the most important first.
  sentences: string[];
}

/// How large a risk is.
export type RiskReading = "low" | "medium" | "high";

/// What the quick estimate found.
export interface QuickEstimate {
  /// m of each quasi-identifier.
  per_attribute: Record<string, number>;
  /// Their product.
  product: number;
  /// Rows by product.
  estimator: number;
  /// What it means.
  reading: RiskReading;
  /// What to do.
  advice: string;
}

/// One figure about what an attacker can do.
export interface Finding {
  /// What the release may give away.
  disclosure: Disclosure;
  /// What is measured.
  measure: Measure;
  /// The sensitive attribute that it is about.
  attribute?: string | null;
  /// Who attacks.
  attacker: Attacker;
  /// The figure for the original table, where that is known.
  before?: number | null;
  /// The figure for the release; absent where it is not known.
  after?: number | null;
  /// Where the figure is estimated, the interval that it lies in with 95 % confidence.
  interval?: [number, number] | null;
  /// The largest figure that was asked for.
  threshold?: number | null;
  /// Whether the release stays below it; absent where nothing was asked or nothing is known.
  holds?: boolean | null;
  /// The code that found the figure.
  found_by: FoundBy;
}

/// What a release may give away.
export type Disclosure = "identity" | "attribute" | "membership";

/// What is measured.
export type Measure = "highest-risk" | "mean-risk" | "unique-rows" | "highest-population-risk" | "highest-individual-risk" | "mean-individual-risk" | "highest-household-risk" | "mean-household-risk" | "certain-values" | "highest-confidence" | "largest-distance" | "highest-presence";

/// What an attacker is assumed to know and to want.
export type Attacker = "knows-presence" | "knows-population";

/// The code that found a figure.
export type FoundBy = "verifier" | "counting";

/// k, l and t with their readings.
export interface RiskPrivacy {
  /// Rows (people, where they have several) of the smallest class.
  k: number;
  /// What that means.
  k_reading: KReading;
  /// Fewest different values in a class, by sensitive attribute.
  l: Record<string, number>;
  /// That of the least diverse one.
  l_least?: number | null;
  /// What that means.
  l_reading?: LReading | null;
  /// Largest distance of a class to the table, by sensitive attribute.
  t: Record<string, number>;
  /// Rows in classes of two or more in which everybody has the same value, by sensitive attribute.
  determined_rows: Record<string, number>;
}

/// How good a smallest class is.
export type KReading = "bad" | "mediocre" | "satisfactory" | "very-satisfactory";

/// How good a least diversity is.
export type LReading = "bad" | "satisfactory" | "very-satisfactory";

/// The chance to be found, by who asks.
export interface Risks {
  /// 1/x: for somebody who knows that the person is in the table.
  prosecutor: ProsecutorRisk;
  /// Classes by rows: the share that linking everything gets right on average, everybody being in the table.
  marketer: number;
  /// 1/X: for somebody who does not know it.
  journalist?: ProsecutorRisk | null;
  /// x/X: what linking a register of the population gets right.
  expected_matches?: ExpectedMatches | null;
  /// E(1/X | x), the individual risk of Benedetti and Franconi.
  individual?: IndividualRisk | null;
  /// 1 - Π (1 - r) over a household.
  household?: HouseholdReport | null;
}

/// The chance to find the row of a person known to be in the release.
export interface ProsecutorRisk {
  /// In the worst class.
  max: number;
  /// On average over rows.
  mean: number;
}

/// What linking a register of the population gets right.
export interface ExpectedMatches {
  /// Σ x/X over the classes.
  total: number;
  /// By rows.
  share: number;
  /// The largest x/X of a class.
  max_of_class: number;
}

/// The individual risk over a file.
export interface IndividualRisk {
  /// The highest.
  max: number;
  /// The mean over rows (people, where they have several): the expected share of re-identifications.
  mean: number;
  /// Expected re-identifications in the file: the sum over rows (people, where they have several).
  expected: number;
}

/// The risk of households, and of which risk of a member it is made.
export interface HouseholdReport {
  /// individual, journalist or prosecutor.
  of: string;
  /// How many households.
  households: number;
  /// Members of the largest.
  largest: number;
  /// The highest risk of one.
  max: number;
  /// The mean risk over households.
  mean: number;
  /// The mean risk over rows (people, where they have several), each having that of its household.
  mean_of_rows: number;
  /// Rows that can be expected to be found: each with the risk of its household.
  expected: number;
}

/// What does not conform, and why.
export interface Conformity {
  /// Classes.
  classes: number;
  /// Rows in them.
  rows: number;
  /// The least rows of a class that were asked for.
  target_k: number;
  /// The least different sensitive values that were asked for.
  target_l: number;
  /// Classes with fewer rows.
  size: Nonconforming;
  /// Classes with fewer different sensitive values.
  diversity: Nonconforming;
}

/// Classes and rows that do not reach a target: the work ahead.
export interface Nonconforming {
  /// Classes.
  classes: number;
  /// Rows in them.
  rows: number;
}

/// Classes, and the rows in them, whose figure lies in a band.
export interface Band {
  /// Lowest figure of the band.
  from: number;
  /// Highest figure of the band; none where it is open.
  to?: number | null;
  /// Classes.
  classes: number;
  /// Rows in them.
  rows: number;
}

/// One quasi-identifier left out.
export interface Contribution {
  /// Its name.
  attribute: string;
  /// Its different values, missing included.
  distinct: number;
  /// Rows of the smallest class without it.
  k_without: number;
  /// Rows alone in their class without it.
  uniques_without: number;
  /// Classes without it.
  classes_without: number;
  /// Mean prosecutor risk without it.
  mean_risk_without: number;
  /// Share of the mean risk that goes away without it.
  contribution: number;
}

/// What is known or estimated of the population.
export interface PopulationReport {
  /// Where class sizes come from.
  source: PopulationSource;
  /// People in the population.
  size: number;
  /// The smallest X of a class.
  smallest_class: number;
  /// How X of classes is spread.
  risk_distribution: Band[];
  /// Who is alone in the population: counted where there is a table of it, else estimated; absent where a person may be in several classes.
  uniqueness?: Uniqueness | null;
}

/// Where the sizes of classes in the population come from.
export type PopulationSource = "weights" | "sampling-fraction" | "model" | "table";

/// Population uniqueness by all estimators.
export interface Uniqueness {
  /// The sampling fraction.
  sampling_fraction: number;
  /// Pitman's model, where it can be fitted.
  pitman?: Estimate | null;
  /// Zayatz' estimator.
  zayatz?: Estimate | null;
  /// The slide negative binomial model, where it can be fitted.
  snb?: Estimate | null;
  /// The one that the rule takes.
  chosen: Estimator;
  /// The share of the population that is unique in it.
  share: number;
  /// By the delta method.
  standard_error?: number | null;
  /// The share of rows that are alone in the table, which it can never exceed.
  sample_share: number;
}

/// An estimated share, and its standard error where there is one.
export interface Estimate {
  /// The share of the population that is unique in it.
  share: number;
  /// By the delta method.
  standard_error?: number | null;
}

/// An estimator of population uniqueness.
export type Estimator = "pitman" | "zayatz" | "snb" | "exact";

/// Special uniques.
export interface SudaReport {
  /// The largest sets of attributes that were looked at.
  size: number;
  /// Minimal sample uniques by size, from 1 on.
  minimal: number[];
  /// Rows that have one.
  rows: number;
  /// Rows that fewer attributes than all single out.
  special: number;
  /// The highest score of a row.
  max_score: number;
  /// The mean score of rows that have one.
  mean_score: number;
  /// The sampling fraction that the DIS score takes.
  dis_fraction: number;
  /// The chance that a unique match is right.
  dis: number;
  /// The highest DIS-SUDA score of a row.
  max_dis: number;
  /// Share of the total score that comes from sets with each attribute.
  contribution: Record<string, number>;
}

/// A row that stands out.
export interface OutlierReport {
  /// The row, from 1 below the header.
  row: number;
  /// The attributes by which it stands out.
  attributes: string[];
  /// Rows with the same values there.
  frequency: number;
  /// Its SUDA score.
  score: number;
  /// The values, on request only.
  values?: string[] | null;
}

/// What was lost; measures that need the original are absent where only a table is checked.
export interface Utility {
  /// Sum of squared class sizes.
  discernibility: number;
  /// The same, plus the number of rows for each row left out.
  discernibility_with_suppression: number;
  /// Original rows by number of classes and by k; 1 is ideal.
  average_class_size: number | null;
  /// Mean share of hierarchy levels that are left, 1 = original.
  precision: number | null;
  /// Mean share of each attribute's scale that a released value covers, 0 = original (GenILoss).
  information_loss: number | null;
  /// Share of the information that values lost although their labels look exact: numbers that were rounded, averaged or moved. Only the
  /// maker of a release knows it.
  hidden_loss?: number | null;
  /// Released rows by original rows.
  completeness: number | null;
  /// Share of rows left out or in a minority of their class, by the target or else the first sensitive attribute (CM).
  classification?: number | null;
  /// ARX's loss, a geometric mean over attributes, 0 = original.
  loss?: number | null;
  /// Mean share of each attribute's values that a released value covers, scaled, 0 = original.
  granularity?: number | null;
  /// Information withheld on the original values, 0 = none, 1 = all.
  non_uniform_entropy?: number | null;
  /// Mean number of combinations of values behind a row, 1 = original.
  ambiguity?: number | null;
  /// Mean number of original rows that a released row may be.
  candidates?: number | null;
  /// Kullback-Leibler divergence of the quasi-identifiers' joint distribution, in nats.
  kl_divergence?: number | null;
  /// What each quasi-identifier lost.
  attributes?: Record<string, AttributeLosses>;
}

/// What one attribute lost.
export interface AttributeLosses {
  /// How much it counts in the overall figures.
  weight: number;
  /// GenILoss.
  information_loss: number;
  /// Precision, 1 = original.
  precision: number;
  /// ARX's loss of the attribute.
  loss: number;
  /// Non-uniform entropy.
  non_uniform_entropy?: number | null;
}

/// Where the time went.
export interface Seconds {
  /// Reading the source.
  read: number;
  /// Looking for a recoding.
  search: number;
  /// Applying it.
  apply: number;
  /// Checking the release.
  verify: number;
  /// Writing it.
  write: number;
}

/// Every risk measure of a table.
export interface RiskReport {
  /// Program version.
  bauta: string;
  /// Where the data came from.
  input: string;
  /// Rows of the table.
  rows: number;
  /// People in it, where people have several rows; every figure about classes and risk then counts people.
  people?: RiskPeople | null;
  /// Always 0: nothing is left out here.
  suppressed_rows: number;
  /// Equivalence classes: rows with the same quasi-identifiers.
  classes: number;
  /// The quasi-identifiers, as they were given.
  quasi_identifiers: string[];
  /// What it comes to, first of all.
  verdict: Verdict;
  /// Before anything is counted: the manual's estimate.
  quick_estimate: QuickEstimate;
  /// What an attacker can do, by kind of disclosure, as the assessment of a release has it.
  findings: Finding[];
  /// k, l and t with their readings.
  privacy: RiskPrivacy;
  /// The chance to be found, by who asks.
  risk: Risks;
  /// Rows alone in their class; people who are alone in one, where they have several rows.
  uniques: number;
  /// Their share.
  unique_share: number;
  /// Classes and rows that do not reach the targets.
  nonconforming: Conformity;
  /// How class sizes are spread.
  class_sizes: Band[];
  /// How the prosecutor's risk of rows is spread.
  risk_distribution: Band[];
  /// What each quasi-identifier adds.
  attributes: Contribution[];
  /// What is known or estimated of the population.
  population?: PopulationReport | null;
  /// Special uniques.
  suda?: SudaReport | null;
  /// Rows that stand out, first the ones that most stand out.
  outliers: OutlierReport[];
  /// How many rows have a rare value or a rare pair of values, listed or not.
  outlier_rows: number;
  /// Figures that the other commands have too.
  utility: Utility;
  /// Where the figures of each row were written.
  records?: string | null;
  /// Things worth saying.
  notes: string[];
  /// Where the time went; measuring is verifying.
  seconds: Seconds;
}

/// What noise of a stated ε and δ guarantees: with whatever other values of these attributes a row had, any release would be at most e^ε
/// times as likely, and δ more.
export interface DifferentialPrivacy {
  /// The distribution of the noise.
  mechanism: string;
  /// ε, for all these attributes of a row together.
  epsilon: number;
  /// δ.
  delta: number;
  /// The protected attributes.
  attributes: Protected[];
}

/// An attribute that noise of a stated ε and δ protects.
export interface Protected {
  /// Its name.
  attribute: string;
  /// The standard deviation of the noise, which whoever analyses the release should know.
  deviation: number;
}

/// People who have several rows.
export interface People {
  /// How many there are.
  count: number;
  /// The published column by which a reader sees which rows are one person's; people are then compared by all their rows together.
  shown_by?: string | null;
  /// Classes of people who cannot be told apart.
  classes: number;
}

/// What is guaranteed.
export interface Privacy {
  /// Rows in the smallest equivalence class.
  k: number;
  /// Rows in the smallest bucket, where sensitive values are linked with buckets and not with rows.
  bucket_size?: number | null;
  /// Fewest different values in a class (or bucket), by sensitive attribute.
  l: Record<string, number>;
  /// Largest distance of a class to all rows, by sensitive attribute; 0 = each class is distributed as the table.
  t: Record<string, number>;
  /// Largest share of a value in a class, by sensitive attribute.
  alpha: Record<string, number>;
  /// Largest gain of a value in a class relative to its share in the table, by sensitive attribute.
  beta: Record<string, number>;
  /// Largest |log2| of the ratio of these shares, by sensitive attribute; absent where some class lacks a value.
  delta_disclosure: Record<string, number>;
}

/// Re-identification risk.
export interface Risk {
  /// An attacker who knows that the person is in the release.
  prosecutor: ProsecutorRisk;
  /// Expected share of rows that an attacker who links all of them gets right.
  marketer: number;
}

/// What a release comes to.
export interface ReleaseVerdict {
  /// In one word.
  level: VerdictLevel;
  /// Why it is not simply good.
  reservations: Reservation[];
  /// What survey weights and households say.
  survey?: SurveyVerdict | null;
}

/// A verdict in one word.
export type VerdictLevel = "good" | "mixed" | "bad";

/// Something that speaks against a release although everything asked for holds.
export type Reservation = {
  kind: "nothing-asked";
} | {
  kind: "no-quasi-identifier";
} | {
  kind: "small-classes";
  /// People of the smallest class.
  k: number;
} | {
  kind: "unprotected-attribute";
  /// The attribute.
  attribute: string;
  /// Share of rows whose value is certain for an attacker who knows the quasi-identifiers.
  certain: number;
  /// How sure such an attacker can be of a value, in the class where that is surest.
  confidence: number;
} | {
  kind: "nearly-certain";
  /// The attribute.
  attribute: string;
  /// How sure an attacker who knows the quasi-identifiers can be of a value, in the class where that is surest.
  confidence: number;
} | {
  kind: "exact-quasi-identifiers";
  /// The chance to find the row of the person who is easiest to find.
  highest_risk: number;
} | {
  kind: "hardly-anything-left";
  /// Share of their information that is lost.
  lost: number;
};

/// What survey weights and households say of a release.
export interface SurveyVerdict {
  /// How many people can be expected to be found.
  expected?: number | null;
  /// Their share of all people of the release.
  individual?: RiskChange | null;
  /// The risk of the household that is easiest to find.
  household?: RiskChange | null;
}

/// A figure of a release, and of the table before.
export interface RiskChange {
  /// Of the table before, where that is known.
  before?: number | null;
  /// Of the release.
  after: number;
}

/// How near the best attempt came.
export interface NearestMiss {
  /// What the best attempt was.
  attempt: string;
  /// The guarantees that it misses, in words.
  missing: string[];
  /// What would help.
  advice: string;
}

/// Statistics before and after a technique.
export interface Kept {
  /// What the technique says about them.
  claim: Keeps;
  /// Numbers and dates that changed.
  numbers?: NumberKept[];
  /// Correlations of numbers, at least one of which changed.
  correlations?: PairKept[];
  /// Each number on the others, or the target alone where one is declared: standardised coefficients.
  regressions?: Regression[];
  /// Words that changed.
  words?: WordsKept[];
  /// Cramér's V of words, at least one of which changed.
  associations?: PairKept[];
  /// Attributes that were not looked at because there are too many, or too many values.
  left_out?: string[];
}

/// What a technique says about the statistics of the attributes that it changes.
export interface Keeps {
  /// How often each value occurs.
  frequencies: Claim;
  /// Means.
  means: Claim;
  /// Variances.
  variances: Claim;
  /// Quantiles.
  quantiles: Claim;
  /// Correlations, regressions and associations between the changed attributes.
  between: Claim;
  /// Those between a changed attribute and one that was left alone.
  with_others: Claim;
}

/// What is said about a statistic.
export type Claim = "exactly" | "on-average" | {
  times: number;
} | "smaller" | "larger" | "nothing";

/// A number or date, before and after.
export interface NumberKept {
  /// Its name.
  attribute: string;
  /// What it is: `integer`, `decimal`, `date`, `date-time`. Dates are counted in days since 1970-01-01, times in microseconds.
  kind: string;
  /// Before.
  before: Moments;
  /// After.
  after: Moments;
}

/// How a number is distributed.
export interface Moments {
  /// Rows that have it.
  rows: number;
  /// Mean.
  mean: number;
  /// Mean squared distance from the mean.
  variance: number;
  /// The values up to which 5, 25, 50, 75 and 95 % of the rows lie.
  quantiles: [number, number, number, number, number];
}

/// How two attributes go together, before and after.
export interface PairKept {
  /// Their names.
  attributes: [string, string];
  /// Whether both changed.
  both_changed: boolean;
  /// Before.
  before: number;
  /// After.
  after: number;
}

/// A number on others.
export interface Regression {
  /// What is explained.
  target: string;
  /// By what, in deviations of the target for one deviation of the other.
  coefficients: Coefficient[];
  /// The explained share of the variance, before and after.
  r_squared: [number, number];
  /// Whether all of these attributes changed.
  all_changed: boolean;
}

/// A coefficient of a regression.
export interface Coefficient {
  /// What explains.
  attribute: string;
  /// Before.
  before: number;
  /// After.
  after: number;
}

/// An attribute of words, before and after.
export interface WordsKept {
  /// Its name.
  attribute: string;
  /// Different values before and after.
  values: [number, number];
  /// The shares of the values that were most frequent before, before and after; which values they are is not told.
  most_frequent: [number, number][];
  /// Half the sum of the differences of all shares: the share of rows that would have to change to undo it.
  total_variation: number;
}

/// How pseudonyms were made.
export interface PseudonymRecord {
  /// The method.
  method: string;
  /// The hash, for a keyed hash.
  hash?: string | null;
  /// The work of a slow hash: argon2id, memory, passes, lanes.
  slow?: string | null;
  /// The steps of normalisation.
  normalize: string[];
  /// The identifiers, in the order that counts.
  fields: string[];
  /// Name of the attribute that replaced them.
  name: string;
  /// A keyed hash of a constant: equal for equal keys, and tells nothing about them.
  key_fingerprint?: string | null;
  /// Whether rows without any identifier were refused or got pseudonyms of their own.
  missing_identifiers: string;
  /// Whether the rows were shuffled.
  shuffled: boolean;
  /// Dates that were shifted.
  shift_dates?: string[];
  /// By at most so many days.
  shift_days?: number | null;
  /// Different persons.
  persons: number;
  /// Different ways of writing identifiers that became a person with another one by normalisation.
  merged_spellings: number;
  /// Persons with several rows.
  persons_with_several_rows: number;
  /// Rows without any identifier.
  rows_without_identifier: number;
  /// The smallest hashes of the pseudonyms, at most 1024, by which a later run sees how many of its people this one has.
  sketch?: string[];
}

/// A step that was taken.
export interface StepRecord {
  /// The method.
  method: string;
  /// Its parameters, defaults included.
  parameters: Record<string, string>;
  /// Where the table stands after it.
  after: Footing;
  /// Whether every value that it leaves contains the value before it.
  truthful: boolean;
  /// Whether the same settings and seed give the same result; told where they do not.
  reproducible?: boolean;
  /// What noise of a stated ε and δ guarantees by how it was drawn.
  differential_privacy?: DifferentialPrivacy | null;
  /// What it made of the statistics of the table, where its theory says something about them.
  kept?: Kept | null;
  /// Things worth saying about it.
  notes: string[];
}

/// Where a table stands between two steps.
export interface Footing {
  /// Its rows.
  rows: number;
  /// Its equivalence classes.
  classes: number;
  /// Rows of the smallest class.
  k: number;
  /// What that means.
  k_reading: KReading;
  /// Fewest different values in a class, by sensitive attribute.
  l: Record<string, number>;
  /// Rows alone in their class.
  uniques: number;
  /// The chance to find a person who is known to be in the table: in the worst class.
  highest_risk: number;
  /// On average over rows.
  mean_risk: number;
  /// Classes and rows that miss the thresholds.
  nonconforming: Conformity;
  /// Share of the quasi-identifiers' information that is gone since the first table.
  information_loss: number;
  /// The risk by survey weights and of households, where the table has them.
  survey?: SurveyRisk | null;
  /// The quasi-identifier without which the mean risk falls most, and the share that goes away.
  most_dangerous?: [string, number] | null;
}

/// The risk of a survey.
export interface SurveyRisk {
  /// By the weights.
  individual?: IndividualRisk | null;
  /// Of households.
  household?: HouseholdRisk | null;
}

/// The risk of households.
export interface HouseholdRisk {
  /// How many households.
  households: number;
  /// Members of the largest.
  largest: number;
  /// The highest risk of one.
  max: number;
  /// The mean risk over households.
  mean: number;
  /// The mean risk over rows (people, where they have several), each having that of its household.
  mean_of_rows: number;
  /// Rows that can be expected to be found: each with the risk of its household.
  expected: number;
}

export type Said = string;

/// What was found about a rule.
export interface RuleFinding {
  /// Its name.
  name: string;
  /// What it says.
  rule: string;
  /// Rows that certainly break it.
  broken_rows: number;
  /// The first of them, counted from 1 below the header; distinct rows with weights have no place.
  first_rows: number[];
  /// Rows that may break it: those of the input that were known to.
  known_rows: number;
  /// Rows of which it cannot be said whether they keep it: cells are missing, generalised or suppressed.
  undecided_rows: number;
}

/// What a run did.
export interface Report {
  /// Program and version.
  bauta: string;
  /// Where the data came from.
  input: string;
  /// Where the tables went.
  outputs: string[];
  /// The technique.
  method: string;
  /// Its parameters, defaults included.
  parameters: Record<string, string>;
  /// The seed.
  seed: number;
  /// Whether the method leaves values that contain those before it, which is then verified on the labels of quasi-identifiers; steps say
  /// it for themselves.
  truthful: boolean;
  /// Whether the same settings and seed give the same release; told where they do not.
  reproducible?: boolean;
  /// What was asked for, in words, and whether the verifier found it.
  guarantees?: [string, boolean][];
  /// What noise of a stated ε and δ guarantees by how it was drawn, that of steps first.
  differential_privacy?: DifferentialPrivacy[];
  /// Rows that were read.
  original_rows: number;
  /// Rows of the release.
  rows?: number;
  /// People in it, where people have several rows; everything about risk then counts people.
  people?: People | null;
  /// Rows of the original that were left out.
  suppressed_rows?: number;
  /// Equivalence classes: rows with the same quasi-identifiers.
  classes?: number;
  /// Buckets, where sensitive values are linked with these and not with rows.
  buckets?: number | null;
  /// What an attacker can do, by kind of disclosure.
  findings?: Finding[];
  /// What is guaranteed.
  privacy?: Privacy;
  /// What an attacker may still find.
  risk?: Risk;
  /// What was lost.
  utility?: Utility;
  /// What it comes to.
  verdict?: ReleaseVerdict;
  /// Columns that are published as they are: attackers are assumed not to know them.
  unchanged: string[];
  /// The level of each attribute, for full-domain recodings.
  node?: Record<string, number> | null;
  /// How near the best attempt came, when the target cannot be reached.
  nearest_miss?: NearestMiss | null;
  /// What the method made of the statistics of the table, where its theory says something about them.
  kept?: Kept | null;
  /// How pseudonyms were made, where there are identifiers.
  pseudonyms?: PseudonymRecord | null;
  /// The steps before the method, each with where it led.
  steps?: StepRecord[];
  /// Why this release was chosen among others, where the choice was guided.
  because?: Said[];
  /// The edit rules, each with what the verifier found in the release.
  rules?: RuleFinding[];
  /// Things worth saying.
  notes: string[];
  /// Where the time went.
  seconds: Seconds;
}

/// What came of a candidate.
export interface Compared {
  /// Its number, from 1.
  number: number;
  /// The method.
  method: string;
  /// Its parameters, defaults included.
  parameters: Record<string, string>;
  /// The parameters that were asked for.
  settings: Record<string, string>;
  /// What it must guarantee, in words.
  targets: string[];
  /// Whether it can be had.
  status: Status;
  /// Why it cannot.
  reasons?: string[];
  /// Whether it carries the star: no other candidate is as good in all criteria of the comparison and better in one, it did not lose more
  /// than nine tenths of the information, and its highest risk is not above what the k asked for allows. Of candidates with the same figures the first carries it.
  pareto: boolean;
  /// The number of the candidate with the same figures that carries the star for both.
  same_as?: number | null;
  /// The level of each attribute, for full-domain recodings.
  node?: Record<string, number> | null;
  /// Rows of the release.
  rows?: number;
  /// People in it, where people have several rows; everything about risk then counts people.
  people?: People | null;
  /// Rows of the original that were left out.
  suppressed_rows?: number;
  /// Equivalence classes: rows with the same quasi-identifiers.
  classes?: number;
  /// Buckets, where sensitive values are linked with these and not with rows.
  buckets?: number | null;
  /// What was asked for, in words, and whether the verifier found it.
  guarantees?: [string, boolean][];
  /// What an attacker can do, by kind of disclosure.
  findings?: Finding[];
  /// What is guaranteed.
  privacy?: Privacy;
  /// What an attacker may still find.
  risk?: Risk;
  /// What was lost.
  utility?: Utility;
  /// What it comes to.
  verdict?: ReleaseVerdict;
  /// Cells whose label does not cover the original value, where rows were matched.
  untrue_cells: number | null;
  /// Errors of count queries.
  queries: QueryReport | null;
  /// What models learn from it.
  task?: TaskUtility | null;
  /// Where the time went.
  seconds: Seconds;
}

/// Whether a candidate can be had.
export type Status = "released" | "unreachable" | "not-applicable";

/// Count queries and their errors.
export interface QueryReport {
  /// What was asked.
  workload: Workload;
  /// Queries asked.
  queries: number;
  /// Mean relative error.
  mean: number;
  /// Median relative error.
  median: number;
}

/// What queries are asked.
export interface Workload {
  /// How many queries.
  count: number;
  /// How many quasi-identifiers each names; all, if there are fewer.
  attributes: number;
  /// Share of the rows that a query would select if attributes were independent and uniform.
  selectivity: number;
  /// Smallest count by which an error is divided, as a share of the rows.
  sanity: number;
  /// Whether a sensitive value is asked for too.
  sensitive: boolean;
}

/// What models learn from a release.
export interface TaskUtility {
  /// What they predict.
  target: string;
  /// Number of classes.
  classes: number;
  /// Released rows that were learnt from.
  training_rows: number;
  /// Original rows that were tested.
  test_rows: number;
  /// Whether the tested rows were kept out of the release that was learnt from.
  held_out: boolean;
  /// Share of the most frequent class in the tested rows: what knowing nothing reaches.
  majority: number;
  /// The models.
  models: ModelScores[];
}

/// One model, trained twice.
export interface ModelScores {
  /// The model.
  model: string;
  /// Trained on original rows.
  original: Score;
  /// Trained on released rows; absent where nothing can be learnt from them.
  release: Score | null;
}

/// How well a model does.
export interface Score {
  /// Share of test rows that it gets right.
  accuracy: number;
  /// Area under the ROC curve, mean over classes.
  auc: number | null;
}

/// A figure that candidates are compared by; less is better, of accuracy more.
export type ComparisonCriterion = "highest-risk" | "mean-risk" | "certain-values" | "information-lost" | "rows-left-out" | "accuracy";

/// All candidates.
export interface Comparison {
  /// Program and version.
  bauta: string;
  /// Where the data came from.
  input: string;
  /// Rows that were read.
  original_rows: number;
  /// The seed.
  seed: number;
  /// The candidates, in the order in which they were given.
  candidates: Compared[];
  /// What the star goes by.
  criteria: ComparisonCriterion[];
  /// Things worth saying.
  notes: string[];
  /// How long reading took.
  read_seconds: number;
}

/// What linking a file about people with the release gave.
export interface Linkage {
  /// Where the people are.
  against: string;
  /// The attributes that link them.
  on: string[];
  /// Which row is a person's?
  record: RecordLinkage;
  /// Is a person in the release? Absent where nothing can be said of anybody.
  table?: TableLinkage | null;
  /// What is a person's sensitive value?
  attributes: AttributeLinkage[];
}

/// What linking people with rows gave.
export interface RecordLinkage {
  /// People that were looked for.
  people: number;
  /// People of whom nothing can be said: labels were not understood, or no row fits although they are in the release.
  unknown: number;
  /// People whom at least one released row fits, those of whom nothing can be said left out here and below.
  found: number;
  /// People whom exactly one released row fits.
  unique: number;
  /// Their share; absent where nothing can be said of anybody.
  unique_share?: number | null;
  /// Right matches to be expected if everybody found is in the release: the sum of 1 / candidates.
  expected: number;
  /// Their share; absent where nothing can be said of anybody.
  expected_share?: number | null;
  /// The fewest candidates of anybody found; 0 where nobody is.
  fewest: number;
  /// People by their number of candidates: `0`, `1`, `2`, `3-4`, `5-9`, `10-19`, `20-49`, `50+`.
  candidates: Record<string, number>;
  /// The first re-identifications: row of the person and released row, both 1-based.
  first_unique: [number, number][];
  /// How often claims were right, where the truth is known.
  measured?: Measured | null;
}

/// Claims that were compared with the truth.
export interface Measured {
  /// Re-identifications that named the right row.
  unique: Rate;
  /// All claims, one a person found, a row chosen at random among those that fit.
  any: Rate;
}

/// How many attacks succeeded.
export interface Rate {
  /// Attacks that succeeded, in expectation where the attacker chooses among equals.
  successes: number;
  /// Attacks that were made.
  attacks: number;
  /// Their share; 0 where there was none.
  rate: number;
  /// Lower bound of the share.
  low: number;
  /// Upper bound of the share.
  high: number;
}

/// What linking people with the table gave.
export interface TableLinkage {
  /// People that were looked for, those of whom nothing can be said left out.
  people: number;
  /// The smallest probability of anybody.
  least: number;
  /// The largest.
  most: number;
  /// Mean over people.
  mean: number;
  /// People who are certainly in the release, if everybody of it is in the table.
  certain: number;
  /// People who are certainly not.
  absent: number;
  /// Released classes that nobody of the table fits.
  unmatched_classes: number;
  /// Their rows.
  unmatched_rows: number;
}

/// What linking people with sensitive values gave.
export interface AttributeLinkage {
  /// The sensitive attribute.
  attribute: string;
  /// People about whom something is claimed; those of whom nothing can be said are left out.
  people: number;
  /// People for whom only one value is left.
  certain: number;
  /// Their share.
  certain_share: number;
  /// People whose most frequent value has a share of at least 0.8.
  confident: number;
  /// Mean confidence.
  mean_confidence: number;
  /// Certain claims that were right, where the truth is known.
  certain_right?: Rate | null;
  /// Claims that were right, whatever their confidence.
  right?: Rate | null;
}

/// What the classes tell about one sensitive attribute.
export interface ClassAttacks {
  /// The sensitive attribute.
  attribute: string;
  /// Number of classes.
  classes: number;
  /// Classes with one value.
  homogeneity: Shares;
  /// Classes whose values share a group, by level; only with a hierarchy of the attribute.
  similarity?: Similarity[] | null;
  /// Classes that depart from the whole.
  skewness: Skewness;
  /// Classes that fall when values can be excluded.
  background: Background[];
}

/// Classes that fall to an attack.
export interface Shares {
  /// How many.
  classes: number;
  /// Their rows; people, where they have several.
  rows: number;
  /// Their share of all.
  share: number;
  /// The first row of some of them, 1-based.
  first_rows: number[];
}

/// Classes whose values share a group.
export interface Similarity {
  /// Level of the hierarchy at which they meet, from 1.
  level: number;
  /// How many.
  classes: number;
  /// Their rows; people, where they have several.
  rows: number;
  /// Their share of all.
  share: number;
  /// The first row of some of them, 1-based.
  first_rows: number[];
}

/// How far classes depart from the whole.
export interface Skewness {
  /// The largest share of a value in a class of several rows or one.
  max_confidence: number;
  /// Mean over rows of the share of the most frequent value of their class.
  mean_confidence: number;
  /// The share of the most frequent value of the release: what is known without classes.
  overall: number;
  /// The largest difference between a value's share in a class and in the release.
  largest_gain: number;
  /// First row of the class where it is, 1-based.
  largest_gain_row: number;
  /// Share of rows in classes with a value of a share of at least 0.8.
  confident_share: number;
}

/// Classes that fall to an attacker who can exclude this many values.
export interface Background {
  /// Values that are excluded.
  excluded: number;
  /// How many.
  classes: number;
  /// Their rows; people, where they have several.
  rows: number;
  /// Their share of all.
  share: number;
  /// The first row of some of them, 1-based.
  first_rows: number[];
}

/// What two releases leave together.
export interface TwoReleases {
  /// Where the second release is.
  second: string;
  /// The attributes by which classes are compared.
  on: string[];
  /// What is left, by sensitive attribute.
  attributes: Intersection[];
}

/// What the intersection left.
export interface Intersection {
  /// The sensitive attribute.
  attribute: string;
  /// Whether an identifier told which rows are the same person's.
  linked_by_identifier: boolean;
  /// Rows of the first release that have a counterpart.
  rows: number;
  /// Those for which one value is left.
  one_value: number;
  /// Those for which one value is left, though each release alone left several.
  disclosed: number;
  /// Their share.
  disclosed_share: number;
  /// Those for which fewer values are left than in either release, but more than one.
  narrowed: number;
  /// Those for which no value is left: not the same person, or the value has changed.
  empty: number;
  /// Those for which one value was left by the first release alone.
  disclosed_before: number;
  /// Mean number of values left by the first release alone.
  mean_before: number;
  /// Mean number of values left by both.
  mean_after: number;
}

/// What the three attacks gave.
export interface Criteria {
  /// Where the original is.
  original: string;
  /// Where people are who are not in it; without them, chance is the baseline.
  control: string | null;
  /// The attributes that release and original have in common.
  attributes: string[];
  /// Released cells that were not understood.
  not_understood: number;
  /// Descriptions that fit one person.
  singling_out: SingledOut;
  /// Two files joined by way of the release; absent where there are fewer than two attributes.
  linkability?: Criterion | null;
  /// The attributes of the two files.
  sides: [string[], string[]];
  /// Secrets told from other attributes.
  inference: Inferred[];
}

/// Descriptions by one and by several attributes.
export interface SingledOut {
  /// By one attribute.
  one: Criterion;
  /// By several attributes.
  several: Criterion;
  /// Attempts by several attributes that found a description of one released row.
  several_claims: number;
}

/// An attack beside what the same attack achieves without the people.
export interface Criterion {
  /// The attack on people of the original.
  attack: Rate;
  /// What guessing achieves.
  chance: Rate;
  /// The attack on the control; chance where there is none.
  baseline: Rate;
  /// `(attack - control) / (1 - control)`; below 0 where the attack does worse.
  risk: number;
  /// Its lower bound.
  low: number;
  /// Its upper bound.
  high: number;
}

/// A secret told from other attributes.
export interface Inferred {
  /// The secret.
  attribute: string;
  /// What the attacker knows.
  known: string[];
  /// The attack on people of the original.
  attack: Rate;
  /// What guessing achieves.
  chance: Rate;
  /// The attack on the control; chance where there is none.
  baseline: Rate;
  /// `(attack - control) / (1 - control)`; below 0 where the attack does worse.
  risk: number;
  /// Its lower bound.
  low: number;
  /// Its upper bound.
  high: number;
}

/// A risk that can be compared with a limit.
export interface MeasuredRisk {
  /// The attack.
  attack: string;
  /// The attribute that is disclosed, where there is one.
  attribute?: string | null;
  /// The risk: a share of people or rows, or what an attack achieves beyond chance.
  risk: number;
  /// Its upper bound; the risk itself where it is a plain count.
  high: number;
  /// Whether the upper bound is above the limit, where there is one.
  above?: boolean | null;
}

/// A risk that could not be measured.
export interface UnknownRisk {
  /// The attack.
  attack: string;
  /// The attribute that is disclosed, where there is one.
  attribute?: string | null;
  /// Why it is not known, as a sentence.
  reason: string;
}

/// One attack in words.
export interface Explained {
  /// Its name.
  title: string;
  /// What came out.
  text: string;
}

/// What attacks gave, in figures and in words.
export interface AttackResult {
  /// Where the release is.
  release: string;
  /// Its rows.
  rows: number;
  /// People in it, where they are known to have several rows: those are attacked and counted, and not rows.
  people?: number | null;
  /// Level of confidence of all intervals.
  confidence: number;
  /// Seed of everything that was drawn.
  seed: number;
  /// Record, table and attribute linkage.
  linkage?: Linkage | null;
  /// Homogeneity, similarity, skewness and background knowledge, by sensitive attribute.
  classes: ClassAttacks[];
  /// Intersection with another release.
  intersection?: TwoReleases | null;
  /// Singling out, linkability and inference.
  criteria?: Criteria | null;
  /// All risks that a limit is compared with.
  risks: MeasuredRisk[];
  /// Risks that could not be measured; with a limit, none of them is shown to be low.
  unknown?: UnknownRisk[];
  /// The limit.
  fail_above?: number | null;
  /// Whether no upper bound is above the limit, and no risk unknown; true without a limit.
  holds: boolean;
  /// Things worth saying.
  notes: string[];
  /// Where the time went; `verify` is the attacks'.
  seconds: Seconds;
  /// Every attack in words.
  explained: Explained[];
}

/// All steps of a project, measured.
export interface History {
  /// Where the data came from.
  input: string;
  /// The least rows of a class that conform.
  target_k: number;
  /// The least different sensitive values of a class that conform.
  target_l: number;
  /// Where the table stood before any step.
  before: Footing;
  /// The steps.
  steps: StepRecord[];
  /// What the project asks for, in words, and whether the table after the last step has it; nothing where the project asks for nothing.
  guarantees: [string, boolean][];
  /// Whether all of that is reached; the thresholds, where the project asks for nothing.
  reached: boolean;
  /// Things worth saying.
  notes: string[];
  /// Where the time went.
  seconds: Seconds;
}

/// Answers to the questions of the context; what is not answered is deduced, or takes its default.
export interface Answers {
  /// Highest tolerated risk, in per cent.
  risk: Percent | null;
  /// Rows that may be left out, in per cent.
  suppression: Percent | null;
  /// What the release is for.
  usage: Usage | null;
  /// Type of generalisation.
  generalization_type: string | null;
  /// Whether to decide during the run.
  interaction: boolean | null;
  /// `small` or `large`.
  size: string | null;
  /// `uniform` or `dense`.
  distribution: string | null;
  /// Quasi-identifiers.
  qi: string[];
  /// Sensitive attributes.
  sensitive: string[];
  /// Values of k to try.
  k: number[];
  /// Children of each criterion.
  hierarchy: Record<string, string[]>;
  /// Judgements of siblings.
  judgements: Judgement[];
}

/// A percentage, exact to a ten-thousandth of a point.
export type Percent = string;

/// What the release is for.
export interface Usage {
  /// The need, such as `classification`.
  need: string;
  /// The attribute that is predicted.
  target?: string | null;
}

/// How many times one criterion counts more than its sibling.
export interface Judgement {
  /// The parent of both.
  parent: string;
  /// The first.
  a: string;
  /// The second.
  b: string;
  /// How many times `a` counts more than `b`; below 1 where `b` counts more.
  intensity: number;
}

/// Everything that the rules and the estimates go by.
export interface Context {
  /// The parts, for people.
  parts: Part[];
  /// Rows of the table.
  rows: number;
  /// Highest tolerated risk in per cent.
  risk: Percent;
  /// Values of k to try; the first keeps the ceiling, the others are stricter. None where the people are too few for any.
  k: number[];
  /// The smallest k that keeps the ceiling.
  least_k: number;
  /// Number of people.
  people: number;
  /// Numbers of rows that may be left out, to try.
  max_suppression: number[];
  /// What the release is for.
  usage: Usage;
  /// `any` or a type of generalisation.
  generalization_type: string;
  /// Whether a person wants to decide during the run.
  interaction: boolean;
  /// `small` or `large`.
  size: string;
  /// `uniform` or `dense`.
  distribution: string;
  /// The quasi-identifiers.
  quasi_identifiers: QuasiIdentifier[];
  /// What will be predicted, with its nature.
  target: [string, Nature] | null;
  /// Children of each criterion, where preferences were given.
  hierarchy: Record<string, string[]>;
  /// Judgements of siblings.
  judgements: Judgement[];
}

/// A part of the context.
export interface Part {
  /// Its id in the ontology.
  id: string;
  /// Its name.
  label: Said;
  /// What it is.
  value: string;
  /// Where it comes from.
  origin: Origin;
  /// Why.
  reason: Said;
}

/// Where a part of the context comes from.
export type Origin = "answered" | "deduced" | "default" | "computed";

/// What the table says of a quasi-identifier.
export interface QuasiIdentifier {
  /// Its name.
  name: string;
  /// What its values are.
  nature: Nature;
  /// Different values.
  distinct: number;
  /// Whether there is a hierarchy.
  hierarchy: Hierarchies;
  /// Entropy of its values divided by the most it could be: 1 = all equally frequent.
  evenness: number;
  /// Association with the target (Cramér's V), where there is one.
  association: number | null;
}

/// What an attribute's values are.
export type Nature = "continuous" | "categorical";

/// Whether there is a hierarchy.
export type Hierarchies = "given" | "buildable" | "none";

/// What is suggested.
export interface Suggestion {
  /// Signatures, the best score first, those without a score last.
  suggested: Suggested[];
  /// What was left out and what would let it in.
  candidates: Candidates;
  /// Weights and consistency of the judgements.
  weighed: CriteriaWeights;
  /// The metric of each criterion.
  metrics: Record<string, string>;
  /// Scores, where there are any.
  scored: Scored | null;
  /// What moving a weight does.
  sensitivity: Moved[];
  /// Things worth saying.
  notes: Said[];
}

/// A signature with what may be expected of it.
export interface Suggested {
  /// Its number, from 1.
  id: string;
  /// The algorithm.
  algorithm: string;
  /// Rows of the smallest class.
  k: number;
  /// The most rows that may be left out; 0 where the algorithm leaves none out.
  max_suppression: number;
  /// By criterion; criteria that nothing is known of are missing.
  estimates: Record<string, SignatureEstimate>;
  /// Its score; none where an estimate is missing.
  score: number | null;
}

/// What may be expected.
export interface SignatureEstimate {
  /// The metric.
  metric: string;
  /// The value.
  value: number;
  /// Whether it follows from the signature.
  exact: boolean;
  /// Mean absolute error on points that the model had not seen.
  error: number | null;
  /// Points that it was learnt from.
  points: number;
  /// Where these come from.
  sources: string[];
  /// Why it is not to be trusted: beyond what was measured.
  outside: Said[];
}

/// What fits a context.
export interface Candidates {
  /// The signatures.
  signatures: Signature[];
  /// Algorithms that were left out.
  exclusions: Exclusion[];
  /// Where nothing fits: the smallest changes of answers after which something does.
  relaxations: Relaxation[];
}

/// An algorithm with the values of its inputs.
export interface Signature {
  /// Its number, from 1.
  id: string;
  /// The algorithm.
  algorithm: string;
  /// Rows of the smallest class.
  k: number;
  /// The most rows that may be left out; 0 where the algorithm leaves none out.
  max_suppression: number;
}

/// An algorithm that was left out.
export interface Exclusion {
  /// The algorithm.
  algorithm: string;
  /// Why: `Samarati left out: …`, a sentence a reason.
  reasons: Said[];
}

/// Answers to change, and which algorithms that would let in.
export interface Relaxation {
  /// The parts of the context.
  parts: string[];
  /// What to change, a sentence each.
  changes: Said[];
  /// The algorithms.
  algorithms: string[];
}

/// What judgements amount to.
export interface CriteriaWeights {
  /// The goal at the top.
  goal: string;
  /// Children of each criterion that has any.
  children: Record<string, string[]>;
  /// Weight of each criterion among its siblings; these add up to 1 under each parent.
  local: Record<string, number>;
  /// Share of each criterion in the whole, the goal's being 1.
  global: Record<string, number>;
  /// Criteria without children, which alternatives are evaluated by, in the order of the tree.
  leaves: string[];
  /// How consistent the judgements below each parent are.
  consistency: Record<string, Consistency>;
  /// For each inconsistent parent: which judgements cause it, and a repair.
  advice: Said[];
}

/// How consistent a matrix is.
export interface Consistency {
  /// Number of things judged.
  size: number;
  /// The largest eigenvalue.
  lambda_max: number;
  /// (λ - n) / (n - 1).
  ci: number;
  /// The index of random matrices of this size; larger sizes take the last known.
  random_index: number;
  /// CI / RI; 0 where two or fewer things cannot contradict each other.
  cr: number;
  /// Whether the ratio is a tenth or less.
  consistent: boolean;
}

/// What alternatives get.
export interface Scored {
  /// The score of each alternative; they add up to 1.
  scores: Record<string, number>;
  /// The alternatives, the best first; equals in the order in which they were given.
  ranking: string[];
  /// For each leaf the weight of each alternative.
  local: Record<string, Record<string, number>>;
  /// How consistent the computed comparisons of each leaf are.
  consistency: Record<string, Consistency>;
}

/// What moving the weight of one criterion does.
export interface Moved {
  /// The criterion.
  criterion: string;
  /// Its share in the whole.
  weight: number;
  /// Who wins when its weight is a tenth less.
  winner_below: string;
  /// Who wins when its weight is a tenth more.
  winner_above: string;
  /// Whether either is another one than now.
  changes: boolean;
  /// The nearest weight at which another alternative catches up with the winner, if there is any.
  tips_at: number | null;
  /// The smallest move that changes the winner: `tips_at` minus the weight.
  smallest_move: number | null;
  /// Who wins beyond it.
  tips_to: string | null;
}

/// What came of the runs.
export interface Results {
  /// The signatures, the best score first; then those that another one beats, and last those that may not be released.
  measured: MeasuredSignature[];
  /// Scores and comparisons.
  scored: Scored | null;
  /// What moving a weight does.
  sensitivity: Moved[];
}

/// A signature that ran.
export interface MeasuredSignature {
  /// Its number, from 1.
  id: string;
  /// The algorithm.
  algorithm: string;
  /// Rows of the smallest class.
  k: number;
  /// The most rows that may be left out; 0 where the algorithm leaves none out.
  max_suppression: number;
  /// Whether there is a verified release.
  released: boolean;
  /// Why there is none.
  reasons: Said[];
  /// Ceilings that it breaks.
  beyond: Said[];
  /// What was measured, by criterion.
  values: Record<string, number>;
  /// The highest risk of a row.
  risk: number;
  /// Rows left out.
  suppressed_rows: number;
  /// Classes.
  classes: number;
  /// Seconds of searching, applying and verifying.
  seconds: number;
  /// Whether no other one that keeps the ceilings is as good in every criterion, in highest risk and in rows left out, and better in one.
  pareto: boolean;
  /// Its score; none where it breaks a ceiling, another one beats it, or a criterion could not be measured.
  score: number | null;
}

/// The guided path as far as it went, without places of files.
export interface AdviceResult {
  /// What was answered.
  answers: Answers;
  /// The situation.
  context: Context;
  /// What fits it.
  suggestion: Suggestion;
  /// Numbers of signatures that were picked.
  picked: string[];
  /// What was measured.
  results: Results | null;
  /// The number of the signature that was chosen.
  choice: string | null;
  /// Things worth saying.
  notes: Said[];
  /// What is picked when nobody does.
  usual_picks: string[];
}

/// Rows drawn from co-clusters.
export interface CoclusterResult {
  method: CoclusterMethod;
  /// Version of the program.
  bauta: string;
  /// Where the real table is.
  input: string;
  /// Where the synthetic one is.
  output: string;
  /// Rows of the real table that were learnt from.
  original_rows: number;
  /// Rows kept out.
  held_out_rows: number;
  /// Where they are, and the rows that were learnt from.
  parts?: WrittenParts | null;
  /// Rows that were written.
  rows: number;
  /// Columns that were left out.
  dropped: string[];
  /// Rows that every cluster was to have.
  k: number;
  /// How fine the clusters are.
  detail: Detail;
  /// Rows of the smallest cluster, counted by the verifier.
  smallest_cluster: number;
  /// Rows of the largest cluster.
  largest_cluster: number;
  /// Clusters of rows.
  row_clusters: number;
  /// Clusters of modalities.
  modality_clusters: number;
  /// Criterion of the model that was drawn from, where it is a level of the co-clustering.
  criterion: number | null;
  /// Criterion of one cluster on each axis.
  null_criterion: number | null;
  /// What is left of what the best co-clustering explains, from 1 to 0.
  level: number | null;
  /// The levels from the one that was drawn from up.
  levels: SavedLevel[];
  /// Synthetic rows that are real ones.
  copies: CopyCounts;
  /// The project's edit rules.
  rules?: KeptRule[];
  /// Whether shadow models tell who took part, where that was asked for.
  membership?: MembershipAttack[];
  /// The search.
  search: Round[];
  /// Whether the time limit ended the search, so that another run may find another model.
  ended_by_time: boolean;
  /// The seed.
  seed: number;
  /// Things worth saying.
  notes: string[];
  /// Where the time went.
  seconds: Seconds;
}

export type CoclusterMethod = "coclusters";

/// The two parts of the real rows, where they were written to evaluate with.
export interface WrittenParts {
  /// Where the rows kept out are.
  kept: string;
  /// Where the rows that were learnt from are.
  training: string;
}

/// How fine the clusters of rows are.
export type Detail = "optimal" | "fine";

/// A level of the merge hierarchy.
export interface SavedLevel {
  /// Clusters of rows.
  row_clusters: number;
  /// Clusters of modalities.
  modality_clusters: number;
  /// The criterion.
  criterion: number;
  /// What is left of what the best grid explains, from 1 to 0.
  level: number;
  /// Rows of the smallest cluster.
  smallest: number;
  /// Rows of the largest cluster.
  largest: number;
}

/// Synthetic rows that are real ones.
export interface CopyCounts {
  /// Real rows that occur once.
  unique_real_rows: number;
  /// Synthetic rows that equal some real row.
  equal_to_a_real_row: number;
  /// Synthetic rows that equal a real row that occurs once.
  equal_to_a_unique_row: number;
  /// Copies of such rows that were drawn and broken by exchanging a value with another row; none unless that was asked for.
  broken: number;
}

/// An edit rule in the written rows.
export interface KeptRule {
  /// Its name.
  name: string;
  /// What it says.
  rule: string;
  /// Rows that were drawn at first.
  drawn_rows: number;
  /// Rows among them that broke it; they were mended by exchanges, or drawn again.
  drawn_breaking: number;
  /// Written rows that break it, by the verifier.
  broken_rows: number;
  /// Written rows of which it cannot be said: cells are missing.
  undecided_rows: number;
}

/// An attack, and how well it tells members from strangers.
export interface MembershipAttack {
  /// `closest`, `density-ratio`, `expected-but-absent`, or `shadow-models`.
  attack: string;
  /// Who was attacked.
  attacked: Attacked;
  /// Members that were attacked.
  members: number;
  /// Strangers that were attacked.
  strangers: number;
  /// Area under the ROC curve: 0.5 is guessing, 1 certainty.
  auc: number;
  /// Its lower bound.
  auc_low: number;
  /// Its upper bound.
  auc_high: number;
  /// Share of the members that are recognised where at most 1 % of the strangers are mistaken for members.
  true_positives: number;
  /// Its lower bound.
  true_positives_low: number;
  /// Its upper bound.
  true_positives_high: number;
  /// Share of the strangers that are mistaken there.
  false_positives: number;
  /// Its upper bound.
  false_positives_high: number;
}

/// Who was attacked.
export type Attacked = "unique" | "most-exposed";

/// A round of the search.
export interface Round {
  /// Its number.
  round: number;
  /// The best criterion so far.
  criterion: number;
  /// The clusters of rows and of modalities of the best model so far.
  parts: [number, number];
  /// Seconds since the start.
  seconds: number;
}

/// What was made.
export interface Joined {
  /// Program and version.
  bauta: string;
  /// Where the real table is.
  input: string;
  /// Where the synthetic one is.
  output: string;
  /// `trees` or `noisy`.
  method: string;
  /// Rows that were learnt from.
  original_rows: number;
  /// Rows kept out.
  held_out_rows: number;
  /// Where they are, and the rows that were learnt from.
  parts?: WrittenParts | null;
  /// Rows that were written.
  rows: number;
  /// What is promised, in words.
  claim: string;
  /// k that every count of the model was to have, and what the judge found: the least count and the number of counts.
  counts?: JudgedCounts | null;
  /// Synthetic rows that are real ones.
  copies?: CopyCounts | null;
  /// The project's edit rules.
  rules?: KeptRule[];
  /// Whether shadow models tell who took part, where that was asked for.
  membership?: MembershipAttack[];
  /// What differential privacy costs.
  privacy?: PrivacySpent | null;
  /// The seed.
  seed: number;
  /// Things worth saying.
  notes: string[];
  /// Where the time went.
  seconds: Seconds;
}

/// The judge's findings.
export interface JudgedCounts {
  /// What every count was to have.
  k: number;
  /// The least one.
  least: number;
  /// How many there are.
  counts: number;
}

/// ε, and what it was spent on.
export interface PrivacySpent {
  /// ε of everything together, by the library's own maps.
  epsilon: number;
  /// δ: none.
  delta: number;
  /// Who is hidden: one row more or less.
  neighbours: string;
  /// Attribute by attribute and table by table.
  spent: Spent[];
}

/// What was spent on one question to the data.
export interface Spent {
  /// `one-way`, `choice` or `table`.
  question: string;
  /// The variables it is about.
  variables: number[];
  /// Its ε, by OpenDP's privacy map.
  epsilon: number;
  /// The scale of its noise.
  scale: number;
}

/// Fictitious rows, or why there are none.
export type SynthesisResult = CoclusterResult | Joined | {
  /// Why.
  why: string;
};

/// What it comes to.
export interface SyntheticVerdict {
  /// How good news is.
  reading: SyntheticReading;
  /// Why, in English; their French is that of other sentences.
  sentences: string[];
}

/// How good news is.
export type SyntheticReading = "good" | "mixed" | "bad";

/// Distances of all tables of one kind.
export interface Variation {
  /// Mean total variation.
  mean: number;
  /// The largest one.
  max: number;
  /// Mean of what chance would be expected to give.
  floor: number;
  /// Mean where every number is a value of its own, not in tenths.
  mean_of_exact_values: number;
  /// One by one.
  tables: Distance[];
}

/// A distance of two tables.
export interface Distance {
  /// The attributes.
  attributes: string[];
  /// Total variation.
  variation: number;
  /// What chance would be expected to give.
  floor: number;
}

/// All pairs.
export interface Associations {
  /// Mean absolute difference; an association that is not defined in one table only counts as 0 there.
  mean_difference: number;
  /// The largest absolute difference.
  max_difference: number;
  /// One by one.
  pairs: Association[];
}

/// What goes with what, in both tables.
export interface Association {
  /// The two attributes.
  attributes: [string, string];
  /// `pearson`, `cramers-v` or `correlation-ratio`.
  measure: string;
  /// Among real rows; `None` where an attribute does not vary.
  real: number | null;
  /// Among synthetic rows.
  synthetic: number | null;
}

/// The propensity score.
export interface PropensityScore {
  /// Mean squared difference between the probability that a row is synthetic and the share of synthetic rows.
  pmse: number;
  /// What it would be expected to be for a bootstrap sample of the original; twice that for other people of the same kind.
  expected: number;
  /// The first by the second: 1 cannot be told apart.
  ratio: number;
  /// Parameters of the logistic model.
  parameters: number;
  /// How well a forest tells synthetic rows from real ones that it has not seen (area under the curve): 0.5 cannot be told apart.
  forest_auc: number | null;
}

/// What rows keep, in the original and in the synthetic table.
export interface RowConsistency {
  /// The edit rules of the project.
  rules: RuleCount[];
  /// Columns that determine others in the original, the most contradicted first.
  dependencies: DependencyCount[];
}

/// How many rows break a rule.
export interface RuleCount {
  /// Its name.
  name: string;
  /// What it says.
  rule: string;
  /// Rows of the original that break it.
  original: number;
  /// Synthetic rows that break it.
  synthetic: number;
}

/// How many synthetic rows contradict a dependency.
export interface DependencyCount {
  /// The column that determines.
  from: string;
  /// The column that follows.
  to: string;
  /// Synthetic rows whose value of the first is known from the original.
  known: number;
  /// Those of them that have another value of the second.
  contradicting: number;
}

/// How many rows are repeated.
export interface Copies {
  /// Synthetic rows equal to a real row.
  rows: number;
  /// Their share of the synthetic rows.
  share: number;
  /// Share of the real rows that are equal to another real row: what people of the same kind reach by chance.
  expected_share: number;
  /// Share of the rows kept out that are equal to a real row: what people who had no part in it reach.
  held_out_share?: number | null;
  /// Synthetic rows equal to a real row that is unique.
  of_unique_rows: number;
  /// Their share of the synthetic rows.
  of_unique_share: number;
  /// Real rows that are unique.
  unique_rows: number;
  /// Share of the unique real rows that the synthetic table repeats.
  uniques_repeated: number;
}

/// Distances to the closest real rows, as shares of the largest possible one (Gower).
export interface Distances {
  /// Of synthetic rows to the real rows they were made from.
  synthetic: Closeness;
  /// Of the rows kept out to the same: what people who had no part in it reach.
  held_out?: Closeness | null;
  /// Share of synthetic rows that are nearer to the real rows than to as many rows kept out, ties counting half: 0.5 copies nobody.
  nearer_share?: number | null;
}

/// Distances of many rows.
export interface Closeness {
  /// Rows asked about.
  rows: number;
  /// Median distance to the closest record.
  median: number;
  /// That of the nearest twentieth.
  low: number;
  /// Mean distance.
  mean: number;
  /// Median of the nearest-neighbour distance ratio.
  ratio_median: number;
  /// That of the lowest twentieth.
  ratio_low: number;
}

/// What was found.
export interface SyntheticEvaluated {
  /// Program and version.
  bauta: string;
  /// Where the original is.
  original: string;
  /// Where the synthetic table is.
  synthetic: string;
  /// Where the rows are that were kept out.
  held_out: string | null;
  /// Rows of the original that the synthetic table is compared with.
  original_rows: number;
  /// Rows of the synthetic table.
  synthetic_rows: number;
  /// Rows kept out.
  held_out_rows: number;
  /// The attributes that all tables have.
  attributes: string[];
  /// What it comes to.
  verdict: SyntheticVerdict;
  /// Total variation of one-way tables.
  one_way: Variation;
  /// Total variation of two-way tables.
  two_way: Variation;
  /// Associations of pairs.
  associations: Associations;
  /// The propensity score.
  propensity: PropensityScore | null;
  /// Models, a target each.
  tasks: TaskUtility[];
  /// Edit rules and dependencies between columns, in both tables.
  consistency: RowConsistency;
  /// Copies of real rows.
  copies: Copies;
  /// Distances to the closest real rows.
  distances: Distances | null;
  /// Whether people who took part can be told from people kept out, attack by attack; none where nobody was kept out or too few are unique.
  membership?: MembershipAttack[] | null;
  /// Singling out, linkability and inference.
  criteria?: Criteria | null;
  /// Seed of everything that was drawn.
  seed: number;
  /// Things worth saying.
  notes: string[];
  /// Where the time went; `verify` is the evaluation's.
  seconds: Seconds;
}

/// One level.
export interface StudyLevel {
  /// Clusters of rows.
  clusters: number;
  /// Clusters of modalities.
  modality_clusters: number;
  /// Rows of the smallest cluster.
  smallest: number;
  /// Rows of the largest cluster.
  largest: number;
  /// Mean share of the synthetic rows to which an unknown row can be attributed.
  attribution: number;
  /// Mean total variation of two-way tables.
  two_way: number;
  /// Models, a target each.
  tasks: TaskUtility[];
}

/// Where two models send the same rows.
export interface Confusion {
  /// For each cluster of the real rows' model, shares of its rows by cluster of the synthetic rows' model; ordered so that what agrees best is on the
  /// diagonal.
  shares: number[][];
  /// Share of the rows on the diagonal.
  agreement: number;
}

/// What was found.
export interface Study {
  /// Program and version.
  bauta: string;
  /// Where the table is.
  original: string;
  /// Rows that were learnt from.
  rows: number;
  /// Rows kept out.
  held_out_rows: number;
  /// The levels asked for.
  levels: StudyLevel[];
  /// All levels of the hierarchy: clusters, and rows of the smallest and the largest.
  populations: SavedLevel[];
  /// Both co-clusterings compared, at the finest level.
  confusion: Confusion | null;
  /// The seed.
  seed: number;
  /// Things worth saying.
  notes: string[];
  /// Where the time went; `search` is the co-clustering's, `verify` all measuring.
  seconds: Seconds;
}

/// A pipeline from data to release.
export interface Project {
  /// Version of this file format; 1.
  version: number;
  /// What to read, and how.
  input?: Input;
  /// Several tables instead of one input, each with its roles, targets and method.
  tables?: LinkedTable[];
  /// How they are linked.
  links?: TableLink[];
  /// What each attribute means. Attributes that are not named are refused where they look as if they pointed to people; others are
  /// published as they are.
  roles: RoleLists;
  /// How identifiers become pseudonyms.
  pseudonyms: Pseudonyms;
  /// For each quasi-identifier a hierarchy file (CSV: value; level 1; …; *), or a table that says how to build one; also for
  /// sensitive attributes, for the hierarchical distance.
  hierarchies: Record<string, HierarchySource>;
  /// What the release must guarantee.
  targets: Targets;
  /// Edit rules: what must hold in every row that makes sense. Perturbation that would break one is drawn again.
  rules?: EditRule[];
  /// Reductions that are taken one after the other before the method.
  steps?: Step[];
  /// How to get there.
  anonymize: Anonymize;
  /// How losses are counted.
  utility: UtilitySettings;
  /// Where to write.
  output: Output;
}

/// What to read, and how.
export interface Input {
  /// The table: people.ods, people.ods#Sheet2, people.csv, sqlite:file.db#table, postgres://user@host/db#schema.table
  data: string;
  /// CSV delimiter; detected if not given.
  delimiter?: string | null;
  /// CSV encoding; detected if not given.
  encoding?: string | null;
  /// Texts that stand for a missing value, besides the empty cell.
  missing: string[];
  /// Kinds of attributes where the detected one is wrong: text, integer, decimal, date, datetime, boolean.
  types: Record<string, string>;
  /// Where rows are counted and recoded: local (by default, in memory), datafusion, ballista://host:port, postgres://user@host/db
  engine?: string | null;
  /// Bytes that the engine may hold, such as 2GB: data are read in pieces, and what does not fit goes to the disk.
  memory?: string | null;
}

/// A table of a project with several.
export interface LinkedTable {
  /// What links call it.
  name: string;
  /// Where its rows come from: a locator.
  data: string;
  /// Delimiter of a CSV source; detected if not given.
  delimiter?: string | null;
  /// Encoding of a CSV source; detected if not given.
  encoding?: string | null;
  /// Texts that stand for a missing value, besides the empty cell.
  missing?: string[];
  /// Kinds where the detected one is wrong.
  types?: Record<string, string>;
  /// One place for each table of the release; anatomy has two.
  output: string[];
  /// The attribute that other tables point to: unique, never missing; released as a pseudonym.
  key?: string | null;
  /// The attribute that says who lives together; released as a pseudonym.
  household?: string | null;
  /// The most rows that may point to the same row of another table; of more, some are kept by chance.
  "max-rows"?: number | null;
  /// Whether the number of its rows that point to the same row is taken to be known to an attacker.
  "rows-known": boolean;
  /// Every row shares what the joined view shows of it with at least so many rows, itself included; by default k of its targets.
  "joined-k"?: number | null;
  /// The same for its households, by all their members.
  "household-k"?: number | null;
  /// The largest chance that a household is found by any of its members.
  "max-household-risk"?: number | null;
  /// What each attribute means; keys have no role.
  roles: RoleLists;
  /// Hierarchies of its attributes.
  hierarchies: Record<string, HierarchySource>;
  /// What its release must guarantee by itself.
  targets: Targets;
  /// Edit rules of its rows.
  rules?: EditRule[];
  /// Reductions before the method.
  steps?: Step[];
  /// How to get there.
  anonymize: Anonymize;
}

/// Attributes by role.
export interface RoleLists {
  /// Attributes that name a person; replaced by one pseudonym.
  identifiers: string[];
  /// Attributes that single a person out together.
  "quasi-identifiers": string[];
  /// Attributes that people do not want disclosed.
  sensitive: string[];
  /// Attributes that a later analysis predicts.
  targets: string[];
  /// Attributes that are published as they are.
  insensitive: string[];
  /// Attributes that are left out of the release.
  drop: string[];
  /// Attributes that say whose row it is, where people may have several rows: people are counted then, and not rows. By default the
  /// identifiers. They are not released, unless another list names them too.
  person: string[];
  /// The survey weight: how many people of the population a row stands for. Published as it is, unless another list names it too.
  weight?: string | null;
  /// The household of the person behind a row: finding one member finds all. Not released, unless another list names it too.
  household?: string | null;
  /// Roles by place instead of by name: `I=1,Q=2` = the first column identifies, the next two are quasi-identifiers, the
  /// last is sensitive.
  layout?: string | null;
}

/// Where a hierarchy comes from.
export type HierarchySource = string | Record<string, unknown>;

/// What the release must guarantee.
export interface Targets {
  /// k-anonymity: everybody shares all their quasi-identifiers with at least k − 1 others, so nobody can be told apart within a group of k.
  k?: number | null;
  /// l-diversity: each group has at least l different sensitive values, so finding the group does not tell the value.
  l?: number | null;
  /// t-closeness: sensitive values in each group are spread as in the whole table, up to t, from 0 to 1.
  t?: number | null;
  /// How far two values are apart: equal (any two values are equally far), ordered (by their rank, for numbers and dates), hierarchical (by the hierarchy of the sensitive column); by default ordered for numbers and dates, equal for others
  "t-distance"?: string | null;
  /// Entropy l-diversity: the sensitive values of each group are also about equally frequent, spread as widely as l equally frequent ones.
  "entropy-l"?: number | null;
  /// Recursive (c,l)-diversity: the most frequent sensitive value of a group is less than c times as frequent as all from the l-th on together, so that no value stands out.
  "recursive-l"?: {
    /// Times as frequent (c)
    c: number;
    /// Counted from the value (l)
    l: number;
  } | null;
  /// (α,k)-anonymity, with k: no sensitive value has a larger share than α in any group. 0.5 lets one value have half of a group.
  alpha?: number | null;
  /// δ-disclosure privacy: each sensitive value has nearly the same share in every group as in the table, up to a factor of 2 to the power of δ. Very strict.
  "delta-disclosure"?: number | null;
  /// β-likeness: no sensitive value gains more than β in a group, relative to its share in the table. 1 lets it be twice as frequent.
  beta?: number | null;
  /// Enhanced β-likeness: as β-likeness, and frequent values may gain even less, no more than the logarithm of their rarity.
  "enhanced-beta"?: number | null;
  /// Bucket size: each sensitive value may belong to any of this many rows. It does not hide the rows themselves: where quasi-identifiers stay exact, a person's row can still be found.
  "bucket-size"?: number | null;
  /// Highest risk: nobody who is known to be in the release is found with a larger probability. 0.2 is that of a group of five.
  "max-risk"?: number | null;
  /// Mean risk: the probability that somebody who is known to be in the release is found, on average over all rows.
  "mean-risk"?: number | null;
  /// At most a share of the rows may have a risk above a threshold.
  "rows-at-risk"?: {
    /// Largest share of rows
    share: number;
    /// Risk above which a row counts
    risk: number;
  } | null;
  /// At most this share of the rows is estimated to be unique among all people whom the table was drawn from.
  "population-uniqueness"?: number | null;
  /// Rows of the table by rows of the population
  "sampling-fraction"?: number | null;
  /// k-map: every group of the release fits at least k people of the population. Weaker than k-anonymity; needs a table of the population and a technique that takes one level of each hierarchy.
  "k-map"?: number | null;
  /// δ-presence: whether somebody of the population is in the release at all cannot be told, since the probability lies between two bounds. Needs a table of the population and a technique that takes one level of each hierarchy.
  "delta-presence"?: {
    /// Least probability
    min: number;
    /// Greatest probability
    max: number;
  } | null;
  /// A table of the population, with the quasi-identifiers, for the models that need one.
  population?: string | null;
}

/// What must hold in every row that makes sense.
export interface EditRule {
  /// What it is called in messages; its place if not given.
  name?: string | null;
  /// Where it applies, such as `age < 15`; everywhere if not given.
  when?: string | null;
  /// What must hold there, such as `marital = "single"`.
  then: string;
  /// Rows of the input that break it: refuse, or known (they may go on doing so).
  "broken-in-input": BrokenInInput;
}

/// What happens where the input breaks a rule.
export type BrokenInInput = "refuse" | "known";

/// A reduction, taken by itself.
export interface Step {
  /// A method of `bauta methods` that publishes one table.
  method: string;
  /// Its parameters.
  parameters?: Record<string, string>;
}

/// How to get there.
export interface Anonymize {
  /// A method of `bauta methods`, or auto.
  method: string;
  /// Its parameters.
  parameters: Record<string, string>;
  /// refuse, category, drop or suppress.
  "missing-values": MissingPolicy;
  /// Largest share of rows that may be left out, from 0 to 1; no limit if not given.
  "max-suppression"?: number | null;
  /// Seed of everything that is drawn; the same seed gives the same release.
  seed: number;
}

/// What happens to missing values of quasi-identifiers.
export type MissingPolicy = "refuse" | "category" | "drop" | "suppress";

/// An attribute that points to the key of another table.
export interface TableLink {
  /// `table.attribute` that points.
  from: string;
  /// `table.attribute` that it points to: the key of that table.
  to: string;
}

/// How identifiers become pseudonyms.
export interface Pseudonyms {
  /// random, sequential, keyed-hash, sha512-base64 or format-preserving.
  method: string;
  /// Name of the attribute that replaces all identifiers.
  name: string;
  /// Where the correspondence table goes; without it no correspondence is kept.
  mapping?: string | null;
  /// Who may decrypt the correspondence table: age1…; it is then encrypted, and its name ends in .age.
  recipients?: string[];
  /// A file with the passphrase that encrypts the correspondence table, instead of recipients.
  "passphrase-file"?: string | null;
  /// Replace a correspondence table that is there.
  "replace-mapping"?: boolean;
  /// The file that holds the key; the key itself has no place here.
  "key-file"?: string | null;
  /// The hash of keyed-hash: hmac-sha-256 or blake3.
  hash?: string | null;
  /// Send identifiers through Argon2id first, where there are few possible ones.
  slow?: boolean;
  /// What is done to identifiers before they are compared or hashed: nfkc, case, space, accents, dates; or none.
  normalize?: string[] | null;
  /// Rows without any identifier: refuse, or own (a pseudonym of its own for each).
  "missing-identifiers": MissingIdentifiers;
  /// Put the rows in random order before they are numbered, so that sequential numbers reveal no order.
  shuffle?: boolean;
  /// Dates that move by a number of days of each person's own.
  "shift-dates"?: string[];
  /// Most days that they move, forward or back.
  "shift-days": number;
  /// The record of an earlier run whose pseudonyms these must match.
  "same-as"?: string | null;
  /// The least share of people, from 0 to 1, who must be in the earlier run too; at least one of them if not given.
  "least-linked"?: number | null;
}

/// What happens to rows without any identifier.
export type MissingIdentifiers = "refuse" | "own";

/// How losses are counted.
export interface UtilitySettings {
  /// How much each quasi-identifier counts in the overall losses, 0 or more; 1 if not given.
  importance: Record<string, number>;
}

/// Where to write.
export interface Output {
  /// One place for each table of the release; bucketisation has two.
  tables: string[];
  /// Where the record goes: versions, seed, settings and measures as JSON.
  record?: string | null;
  /// Where the report for people goes: `.html` (one self-contained page), `.md` or `.json`.
  report?: string | null;
  /// People who are not in the data, for the attacks in the report: what the attacks achieve on them is the baseline.
  control?: string | null;
  /// Language of the report: en or fr; by default that of the messages.
  language?: string | null;
  /// Where the lattice goes as a full-domain search saw it: nodes, edges, what was checked and found, as JSON.
  lattice?: string | null;
  /// Replace what is there.
  force: boolean;
  /// Write the rows in the order of the source, if that order is not the order of an attribute about people; by default they are in the
  /// order of their published values, which tells nothing else.
  "keep-order": boolean;
  /// Write into a copy of the input workbook, so that its styles and other sheets survive.
  "keep-workbook": boolean;
}

/// The methods.
export type Catalog = MethodCard[];

/// A method as `bauta methods` shows it.
export interface MethodCard {
  /// Its id.
  id: string;
  /// Its name.
  title: string;
  /// What kind it is.
  family: string;
  /// What it does.
  summary: string;
  /// What its result guarantees.
  guarantees: string;
  /// How its time grows.
  cost: string;
  /// Where it was published.
  papers: string[];
  /// How many tables it publishes.
  outputs: number;
  /// Whether `bauta explain` tells how it works, step by step.
  explained: boolean;
  /// Its parameters.
  parameters: ParameterCard[];
}

/// A parameter as the catalogue shows it.
export interface ParameterCard {
  /// Its name, and its flag.
  name: string;
  /// What it does.
  help: string;
  /// What it may be: choice, quasi-identifier, attributes, list or number.
  kind: string;
  /// What it is when nothing is said.
  default: string;
  /// The words it may be, with their meaning; none where it is a name or a number.
  choices: [string, string][];
  /// For a number, its bounds in words.
  bounds?: string | null;
}

/// The privacy models.
export type Models = ModelCard[];

/// A model as lists and forms show it.
export interface ModelCard {
  /// Its key below `[targets]`.
  id: string;
  /// Its flag on the command line.
  flag: string;
  /// Its name.
  title: string;
  /// What it means for a person.
  help: string;
  /// What it protects from.
  purpose: Purpose;
  /// The same in words.
  purpose_title: string;
  /// Whether it is what most people ask for.
  usual: boolean;
  /// Whether it needs a sensitive attribute.
  needs_sensitive: boolean;
  /// Its settings.
  settings: SettingCard[];
}

/// What a model protects from.
export type Purpose = "found" | "learned" | "present";

/// A setting of a model.
export interface SettingCard {
  /// Where it stands below `[targets]`.
  path: string[];
  /// Its name.
  title: string;
  /// count, number, choice or file.
  kind: string;
  /// The least that it may be.
  least?: number | null;
  /// The most.
  most?: number | null;
  /// What to begin with; a setting without may be left out.
  start?: number | null;
  /// The words that it may be, with their meaning.
  choices: [string, string][];
}

/// The methods that explain themselves.
export type ExplainedMethods = Explainable[];

/// A method that explains itself.
export interface Explainable {
  /// Its id.
  id: string;
  /// Its name.
  title: string;
  /// Its family.
  family: FamilyTold;
  /// What it does.
  summary: string;
}

/// A family of algorithms.
export interface FamilyTold {
  /// `table-recoding`, `lattice-choice`, `partitioning`, `separation` or `aggregation`.
  id: string;
  /// Its name.
  title: string;
  /// What its algorithms have in common.
  text: string;
}

/// An algorithm, told in plain words and run step by step on a table.
export interface Explanation {
  /// Version of this program.
  bauta: string;
  /// `en` or `fr`.
  language: string;
  /// The method's id.
  method: string;
  /// Its name.
  title: string;
  /// The family it belongs to.
  family: FamilyTold;
  /// What it does, a paragraph each.
  words: string[];
  /// The family's template with the method's own words.
  template: SlotTold[];
  /// The table it is shown on.
  setting: Setting;
  /// The lattice of its levels, where it searches one that is small enough to be drawn.
  lattice?: LatticeShape | null;
  /// What it did, decision by decision.
  steps: ToldStep[];
  /// What came of it.
  outcome: Ending;
  /// Remarks.
  notes: string[];
}

/// A slot of the template.
export interface SlotTold {
  /// Its word: inputs, computed, candidate, metric, apply, stop, suppress or deliver.
  slot: string;
  /// Its title.
  title: string;
  /// What stands in it.
  text: string;
}

/// What an algorithm is shown on.
export interface Setting {
  /// Whether it is the built-in example.
  example: boolean;
  /// Where the rows were read.
  data: string;
  /// Rows that are shown.
  rows: number;
  /// Rows that were read.
  rows_read: number;
  /// Roles by attribute.
  roles: Record<string, string>;
  /// Quasi-identifiers, in their order.
  quasi_identifiers: string[];
  /// What is asked for.
  asked: string[];
  /// Rows that may be left out.
  may_leave_out: number;
  /// The method's parameters, defaults included.
  parameters: Record<string, string>;
  /// For each row and quasi-identifier, where its value stands on the scale of all values, from 0 to 1.
  positions: number[][];
}

/// The shape of a lattice.
export interface LatticeShape {
  /// The quasi-identifiers, in the order of levels.
  attributes: string[];
  /// The highest level of each.
  heights: number[];
}

/// One decision: why it was made and what the table is then. The state before it is that of the step before.
export interface ToldStep {
  /// Its number, from 0: the beginning.
  number: number;
  /// What is decided.
  decision: string;
  /// Why.
  why: string;
  /// What the table is then, in a sentence.
  result: string;
  /// What was weighed.
  candidates: Weighed[];
  /// How many more were weighed that are not listed.
  more_candidates: number;
  /// What candidates are weighed by, in the order of their figures.
  figures: FigureTold[];
  /// What the table is then.
  state: Shown;
}

/// A candidate.
export interface Weighed {
  /// What it is.
  what: string;
  /// What it was weighed by; none where that was not computed.
  figures: (number | null)[];
  /// What became of it: chosen, passed, solves, solves-as-below, fails, fails-as-subset, unsafe, worse, skipped or useless.
  fate: string;
  /// That in words.
  fate_words: string;
  /// Its levels, where it is a combination of levels of all attributes.
  levels?: number[] | null;
}

/// What candidates are weighed by.
export interface FigureTold {
  /// Its name.
  title: string;
  /// What it means.
  help: string;
}

/// What the table is at a step.
export interface Shown {
  /// Its tables: one, but where quasi-identifiers and sensitive values are published apart.
  tables: ShownTable[];
  /// The level of each quasi-identifier, for recodings by levels.
  levels?: number[] | null;
  /// Groups, regions or buckets so far.
  groups?: number | null;
  /// Classes of the rows that are not left out.
  classes: number;
  /// Rows of the smallest.
  smallest: number;
  /// Rows in classes that break what is asked for.
  outliers: number;
  /// Rows that are left out.
  left_out: number;
}

/// A table at a step.
export interface ShownTable {
  /// Its columns.
  columns: string[];
  /// Its rows.
  rows: ShownRow[];
}

/// A row at a step.
export interface ShownRow {
  /// Its number where it was read; none where rows are no longer those of people.
  row?: number | null;
  /// Its cells.
  cells: string[];
  /// The places of cells that the step changed.
  changed: number[];
  /// Whether it is left out.
  left_out: boolean;
  /// Its group, region or bucket, from 1.
  group?: number | null;
  /// Rows of its class.
  class_rows?: number | null;
  /// Whether its class satisfies what is asked for.
  safe?: boolean | null;
}

/// What came of it all.
export interface Ending {
  /// Whether there is a release.
  reached: boolean;
  /// That in words.
  text: string;
  /// Where there is none, what was missed and what would help.
  missing: string[];
}

/// A lattice to draw.
export interface Lattice {
  /// The quasi-identifiers, in the order of levels.
  attributes: string[];
  /// The height of each one's hierarchy.
  heights: number[];
  /// How many nodes there are.
  size: number;
  /// Whether all of them are listed.
  whole: boolean;
  /// By height, and lexicographically within a height.
  nodes: LatticeNode[];
  /// From a node to one that is one step more general, by their places in `nodes`.
  edges: [number, number][];
}

/// A node to draw.
export interface LatticeNode {
  /// The level of each attribute.
  levels: number[];
  /// Their sum.
  height: number;
  /// `checked` if its classes were counted, `pruned` if that was not needed.
  state: string;
  /// Rows in classes that break a requirement.
  outliers?: number;
  /// Whether these are no more than may be left out.
  satisfies?: boolean;
  /// What the node loses, where the search asked.
  loss?: number | null;
  /// Whether it is the one that was released.
  chosen?: boolean;
}

/// Attributes that tell rows apart together.
export interface Combination {
  /// Their names.
  attributes: string[];
  /// Different combinations of values by rows.
  distinction: number;
  /// Share of pairs of rows that differ in at least one of the attributes.
  separation: number;
  /// Share of rows that no other row agrees with.
  unique_share: number;
  /// Whether the figures are those of all rows, not of a sample.
  exact: boolean;
}

/// What the guided path knows.
export interface Knowledge {
  questions: ContextQuestion[];
  usages: Named[];
  /// Usages with a need of their own, which is then a criterion.
  needs: string[];
  types: Named[];
  distributions: Named[];
  criteria: Requirement[];
  metrics: Metric[];
  algorithms: Algorithm[];
  words: Intensity[];
}

/// What the context asks or deduces.
export interface ContextQuestion {
  /// Its id.
  id: string;
  /// Its name.
  label: Said;
  /// What it is.
  help: Said;
  /// `asked`, `deduced` or `computed`.
  origin: string;
  /// The answer when nothing is said.
  default: string | null;
  /// Where a deduction draws its line.
  threshold: string | null;
  /// The technique that it is for; none where it is for all.
  specific_to: string | null;
}

/// Something with a name and a help text.
export interface Named {
  /// Its id.
  id: string;
  /// Its name.
  label: Said;
  /// What it is.
  help: Said;
}

/// A goal or a leaf of the tree of goals.
export interface Requirement {
  /// Its id.
  id: string;
  /// Its name.
  label: Said;
  /// What it is.
  help: Said;
  /// The goal above it.
  parent: string | null;
  /// How it is measured.
  metrics: string[];
}

/// A measure.
export interface Metric {
  /// Its id.
  id: string;
  /// Its name.
  label: Said;
  /// What it is.
  help: Said;
  /// `higher` or `lower`.
  better: string;
  /// Whether it follows from the signature.
  exact: boolean;
}

/// An algorithm with its characteristics.
export interface Algorithm {
  /// Its id.
  id: string;
  /// Its name.
  label: Said;
  /// What it is.
  help: Said;
  /// The techniques that it implements.
  techniques: string[];
  /// Its parameters.
  parameters: string[];
  /// Its family; none where nothing more is described.
  family: string | null;
  /// Whether it is advised for small tables only.
  small_data_only: boolean;
  /// Whether it needs attributes that go with the target.
  correlated: boolean;
  /// Natures of quasi-identifiers that it accepts.
  accepts: string[];
  /// `all`: every quasi-identifier needs a hierarchy; `used`: used where there is one; `none`.
  hierarchies: string;
  /// Whether it may leave rows out.
  suppression: boolean;
  /// `none`, `categorical`, `continuous` or `any`: the target that it needs.
  target: string;
  /// `automatic` or `semi-automatic`.
  automation: string;
  /// What guides its search.
  guided_by: Said;
  /// Types of generalisation.
  types: string[];
  /// Usages that it was made for.
  usages: string[];
  /// Privacy models.
  supports: string[];
}

/// A step of the scale of judgements.
export interface Intensity {
  /// How many times one criterion counts more than the other.
  intensity: number;
  word: Said;
}

/// What a job is asked to do.
export type JobRequest = {
  kind: "risk";
  /// Instead of the dataset's project.
  project?: ProjectRequest | null;
  /// What the user calls it.
  name?: string | null;
  /// What this kind can be told.
  options?: RiskSettings | null;
} | {
  kind: "anonymize";
  /// Instead of the dataset's project.
  project?: ProjectRequest | null;
  /// What the user calls it.
  name?: string | null;
  /// What this kind can be told.
  options?: AnonymizeSettings | null;
} | {
  kind: "compare";
  /// Instead of the dataset's project.
  project?: ProjectRequest | null;
  /// What the user calls it.
  name?: string | null;
  /// What this kind can be told.
  options: CompareSettings;
} | {
  kind: "attack";
  /// Instead of the dataset's project.
  project?: ProjectRequest | null;
  /// What the user calls it.
  name?: string | null;
  /// What this kind can be told.
  options: AttackSettings;
} | {
  kind: "steps";
  /// Instead of the dataset's project.
  project?: ProjectRequest | null;
  /// What the user calls it.
  name?: string | null;
  /// What this kind can be told.
  options?: NoSettings | null;
} | {
  kind: "advise";
  /// Instead of the dataset's project.
  project?: ProjectRequest | null;
  /// What the user calls it.
  name?: string | null;
  /// What this kind can be told.
  options?: AdviceSettings | null;
} | {
  kind: "measure";
  /// Instead of the dataset's project.
  project?: ProjectRequest | null;
  /// What the user calls it.
  name?: string | null;
  /// What this kind can be told.
  options: MeasureSettings;
} | {
  kind: "synthesize";
  /// Instead of the dataset's project.
  project?: ProjectRequest | null;
  /// What the user calls it.
  name?: string | null;
  /// What this kind can be told.
  options?: SynthesisSettings | null;
} | {
  kind: "evaluate";
  /// Instead of the dataset's project.
  project?: ProjectRequest | null;
  /// What the user calls it.
  name?: string | null;
  /// What this kind can be told.
  options: EvaluationSettings;
} | {
  kind: "study";
  /// Instead of the dataset's project.
  project?: ProjectRequest | null;
  /// What the user calls it.
  name?: string | null;
  /// What this kind can be told.
  options?: StudySettings | null;
};

/// A pipeline from data to release.
export interface ProjectRequest {
  /// Version of this file format; 1.
  version: number;
  /// What to read, and how.
  input?: InputRequest;
  /// Several tables instead of one input, each with its roles, targets and method.
  tables?: LinkedTableRequest[];
  /// How they are linked.
  links?: TableLink[];
  /// What each attribute means. Attributes that are not named are refused where they look as if they pointed to people; others are
  /// published as they are.
  roles?: RoleListsRequest;
  /// How identifiers become pseudonyms.
  pseudonyms?: PseudonymsRequest;
  /// For each quasi-identifier a hierarchy file (CSV: value; level 1; …; *), or a table that says how to build one; also for
  /// sensitive attributes, for the hierarchical distance.
  hierarchies?: Record<string, HierarchySource>;
  /// What the release must guarantee.
  targets?: Targets;
  /// Edit rules: what must hold in every row that makes sense. Perturbation that would break one is drawn again.
  rules?: EditRuleRequest[];
  /// Reductions that are taken one after the other before the method.
  steps?: Step[];
  /// How to get there.
  anonymize?: AnonymizeRequest;
  /// How losses are counted.
  utility?: UtilitySettingsRequest;
  /// Where to write.
  output?: OutputRequest;
}

/// What to read, and how.
export interface InputRequest {
  /// The table: people.ods, people.ods#Sheet2, people.csv, sqlite:file.db#table, postgres://user@host/db#schema.table
  data: string;
  /// CSV delimiter; detected if not given.
  delimiter?: string | null;
  /// CSV encoding; detected if not given.
  encoding?: string | null;
  /// Texts that stand for a missing value, besides the empty cell.
  missing?: string[];
  /// Kinds of attributes where the detected one is wrong: text, integer, decimal, date, datetime, boolean.
  types?: Record<string, string>;
  /// Where rows are counted and recoded: local (by default, in memory), datafusion, ballista://host:port, postgres://user@host/db
  engine?: string | null;
  /// Bytes that the engine may hold, such as 2GB: data are read in pieces, and what does not fit goes to the disk.
  memory?: string | null;
}

/// A table of a project with several.
export interface LinkedTableRequest {
  /// What links call it.
  name: string;
  /// Where its rows come from: a locator.
  data: string;
  /// Delimiter of a CSV source; detected if not given.
  delimiter?: string | null;
  /// Encoding of a CSV source; detected if not given.
  encoding?: string | null;
  /// Texts that stand for a missing value, besides the empty cell.
  missing?: string[];
  /// Kinds where the detected one is wrong.
  types?: Record<string, string>;
  /// One place for each table of the release; anatomy has two.
  output?: string[];
  /// The attribute that other tables point to: unique, never missing; released as a pseudonym.
  key?: string | null;
  /// The attribute that says who lives together; released as a pseudonym.
  household?: string | null;
  /// The most rows that may point to the same row of another table; of more, some are kept by chance.
  "max-rows"?: number | null;
  /// Whether the number of its rows that point to the same row is taken to be known to an attacker.
  "rows-known"?: boolean;
  /// Every row shares what the joined view shows of it with at least so many rows, itself included; by default k of its targets.
  "joined-k"?: number | null;
  /// The same for its households, by all their members.
  "household-k"?: number | null;
  /// The largest chance that a household is found by any of its members.
  "max-household-risk"?: number | null;
  /// What each attribute means; keys have no role.
  roles?: RoleListsRequest;
  /// Hierarchies of its attributes.
  hierarchies?: Record<string, HierarchySource>;
  /// What its release must guarantee by itself.
  targets?: Targets;
  /// Edit rules of its rows.
  rules?: EditRuleRequest[];
  /// Reductions before the method.
  steps?: Step[];
  /// How to get there.
  anonymize?: AnonymizeRequest;
}

/// Attributes by role.
export interface RoleListsRequest {
  /// Attributes that name a person; replaced by one pseudonym.
  identifiers?: string[];
  /// Attributes that single a person out together.
  "quasi-identifiers"?: string[];
  /// Attributes that people do not want disclosed.
  sensitive?: string[];
  /// Attributes that a later analysis predicts.
  targets?: string[];
  /// Attributes that are published as they are.
  insensitive?: string[];
  /// Attributes that are left out of the release.
  drop?: string[];
  /// Attributes that say whose row it is, where people may have several rows: people are counted then, and not rows. By default the
  /// identifiers. They are not released, unless another list names them too.
  person?: string[];
  /// The survey weight: how many people of the population a row stands for. Published as it is, unless another list names it too.
  weight?: string | null;
  /// The household of the person behind a row: finding one member finds all. Not released, unless another list names it too.
  household?: string | null;
  /// Roles by place instead of by name: `I=1,Q=2` = the first column identifies, the next two are quasi-identifiers, the
  /// last is sensitive.
  layout?: string | null;
}

/// What must hold in every row that makes sense.
export interface EditRuleRequest {
  /// What it is called in messages; its place if not given.
  name?: string | null;
  /// Where it applies, such as `age < 15`; everywhere if not given.
  when?: string | null;
  /// What must hold there, such as `marital = "single"`.
  then: string;
  /// Rows of the input that break it: refuse, or known (they may go on doing so).
  "broken-in-input"?: BrokenInInput;
}

/// How to get there.
export interface AnonymizeRequest {
  /// A method of `bauta methods`, or auto.
  method?: string;
  /// Its parameters.
  parameters?: Record<string, string>;
  /// refuse, category, drop or suppress.
  "missing-values"?: MissingPolicy;
  /// Largest share of rows that may be left out, from 0 to 1; no limit if not given.
  "max-suppression"?: number | null;
  /// Seed of everything that is drawn; the same seed gives the same release.
  seed?: number;
}

/// How identifiers become pseudonyms.
export interface PseudonymsRequest {
  /// random, sequential, keyed-hash, sha512-base64 or format-preserving.
  method?: string;
  /// Name of the attribute that replaces all identifiers.
  name?: string;
  /// Where the correspondence table goes; without it no correspondence is kept.
  mapping?: string | null;
  /// Who may decrypt the correspondence table: age1…; it is then encrypted, and its name ends in .age.
  recipients?: string[];
  /// A file with the passphrase that encrypts the correspondence table, instead of recipients.
  "passphrase-file"?: string | null;
  /// Replace a correspondence table that is there.
  "replace-mapping"?: boolean;
  /// The file that holds the key; the key itself has no place here.
  "key-file"?: string | null;
  /// The hash of keyed-hash: hmac-sha-256 or blake3.
  hash?: string | null;
  /// Send identifiers through Argon2id first, where there are few possible ones.
  slow?: boolean;
  /// What is done to identifiers before they are compared or hashed: nfkc, case, space, accents, dates; or none.
  normalize?: string[] | null;
  /// Rows without any identifier: refuse, or own (a pseudonym of its own for each).
  "missing-identifiers"?: MissingIdentifiers;
  /// Put the rows in random order before they are numbered, so that sequential numbers reveal no order.
  shuffle?: boolean;
  /// Dates that move by a number of days of each person's own.
  "shift-dates"?: string[];
  /// Most days that they move, forward or back.
  "shift-days"?: number;
  /// The record of an earlier run whose pseudonyms these must match.
  "same-as"?: string | null;
  /// The least share of people, from 0 to 1, who must be in the earlier run too; at least one of them if not given.
  "least-linked"?: number | null;
}

/// How losses are counted.
export interface UtilitySettingsRequest {
  /// How much each quasi-identifier counts in the overall losses, 0 or more; 1 if not given.
  importance?: Record<string, number>;
}

/// Where to write.
export interface OutputRequest {
  /// One place for each table of the release; bucketisation has two.
  tables?: string[];
  /// Where the record goes: versions, seed, settings and measures as JSON.
  record?: string | null;
  /// Where the report for people goes: `.html` (one self-contained page), `.md` or `.json`.
  report?: string | null;
  /// People who are not in the data, for the attacks in the report: what the attacks achieve on them is the baseline.
  control?: string | null;
  /// Language of the report: en or fr; by default that of the messages.
  language?: string | null;
  /// Where the lattice goes as a full-domain search saw it: nodes, edges, what was checked and found, as JSON.
  lattice?: string | null;
  /// Replace what is there.
  force?: boolean;
  /// Write the rows in the order of the source, if that order is not the order of an attribute about people; by default they are in the
  /// order of their published values, which tells nothing else.
  "keep-order"?: boolean;
  /// Write into a copy of the input workbook, so that its styles and other sheets survive.
  "keep-workbook"?: boolean;
}

/// How risks are measured; what is not said is as the library has it.
export interface RiskSettings {
  /// The column that tells for how many people a row stands.
  weight?: string | null;
  /// People of the population.
  population?: number | null;
  /// The share of the population that is in the data.
  sampling_fraction?: number | null;
  /// The column that tells who lives together.
  household?: string | null;
  /// Rows that a class should have.
  target_k?: number | null;
  /// Different sensitive values that a class should have.
  target_l?: number | null;
  /// The most outliers that are told.
  outliers?: number | null;
  /// Whether the values of outliers are told.
  show_values?: boolean;
}

/// Which of the measured signatures is released, where the guided path led here.
export interface AnonymizeSettings {
  /// The job whose measured signatures are chosen from.
  job?: string | null;
  /// The number of the signature; the best one if not said.
  choice?: string | null;
}

/// What is compared.
export interface CompareSettings {
  /// Methods with their parameters and targets.
  candidates?: Candidate[];
  /// Whether models are learnt from the releases.
  models?: boolean | null;
  /// Seed of everything that is drawn.
  seed?: number | null;
}

/// A method to try. What it does not say is as in the project.
export interface Candidate {
  /// A method of `bauta methods`.
  method: string;
  /// Its parameters.
  parameters?: Record<string, string>;
  /// Rows of the smallest class.
  k?: number | null;
  /// Different sensitive values of every class.
  l?: number | null;
  /// Largest distance of a class to the table.
  t?: number | null;
  /// Largest share of rows that may be left out.
  "max-suppression"?: number | null;
}

/// What is attacked, and how often.
export interface AttackSettings {
  /// The job whose release is attacked.
  job: string;
  /// Attacks of each kind.
  attacks?: number | null;
  /// How many sensitive values an attacker can exclude at most.
  exclude?: number | null;
  /// Seed of everything that is drawn.
  seed?: number | null;
  /// The answer is no if the upper bound of a risk is above this.
  fail_above?: number | null;
}

/// Nothing can be told.
export type NoSettings = Record<string, unknown>;

/// What is known of the situation.
export interface AdviceSettings {
  /// Answers to the questions of the context.
  answers?: AnswersRequest;
}

/// Answers to the questions of the context; what is not answered is deduced, or takes its default.
export interface AnswersRequest {
  /// Highest tolerated risk, in per cent.
  risk?: Percent | null;
  /// Rows that may be left out, in per cent.
  suppression?: Percent | null;
  /// What the release is for.
  usage?: Usage | null;
  /// Type of generalisation.
  generalization_type?: string | null;
  /// Whether to decide during the run.
  interaction?: boolean | null;
  /// `small` or `large`.
  size?: string | null;
  /// `uniform` or `dense`.
  distribution?: string | null;
  /// Quasi-identifiers.
  qi?: string[];
  /// Sensitive attributes.
  sensitive?: string[];
  /// Values of k to try.
  k?: number[];
  /// Children of each criterion.
  hierarchy?: Record<string, string[]>;
  /// Judgements of siblings.
  judgements?: Judgement[];
}

/// What of an advice is run.
export interface MeasureSettings {
  /// The job whose suggestions run.
  job: string;
  /// Numbers of signatures.
  picked: string[];
}

/// How fictitious rows are made.
export interface SynthesisSettings {
  /// The job whose model is drawn from, instead of learning one.
  job?: string | null;
  /// The model.
  method?: SynthesisMethod;
  /// Rows that everything in the model stands for at least.
  k?: number;
  /// Rows to draw; as many as there are if not said.
  rows?: number | null;
  /// Seed of everything that is drawn.
  seed?: number;
  /// Seconds after which a search ends with what it has found.
  seconds?: number | null;
  /// Clusters of rows to draw from.
  clusters?: number | null;
  /// How fine clusters are.
  detail?: Fineness;
  /// ε of noisy tables.
  epsilon?: number;
  /// Columns that are left out.
  drop?: string[];
  /// What columns can have, for noisy tables.
  values?: Record<string, string>;
  /// Whether a share of the rows has no part in it, for the evaluation.
  keep_out?: boolean;
}

/// How fictitious rows are made.
export type SynthesisMethod = "coclusters" | "trees" | "noisy";

/// How fine co-clusters are.
export type Fineness = "optimal" | "fine";

/// Which fictitious rows are evaluated, and how.
export interface EvaluationSettings {
  /// The job whose rows are evaluated.
  job: string;
  /// Attacks of each kind.
  attacks?: number | null;
  /// Seed of everything that is drawn.
  seed?: number | null;
}

/// Which levels of co-clusters are evaluated.
export interface StudySettings {
  /// Clusters of rows of each level.
  levels?: number[];
  /// Columns that are left out.
  drop?: string[];
  /// Seed of everything that is drawn.
  seed?: number | null;
}

/// What each route takes and sends.
export interface Routes {
  "GET /advise": { answer: Knowledge };
  "POST /advise/weigh": { body: Judged; answer: Weights };
  "GET /advise/{id}/argument": { answer: string[] };
  "GET /catalog": { answer: Catalog };
  "GET /datasets": { answer: DatasetView[] };
  "POST /datasets": { body: Open; answer: DatasetView };
  "GET /datasets/{id}": { answer: DatasetView };
  "DELETE /datasets/{id}": { answer: undefined };
  "POST /datasets/{id}/hierarchies/preview": { body: Preview; answer: HierarchyView };
  "GET /datasets/{id}/hierarchies/{file}": { answer: undefined };
  "PUT /datasets/{id}/hierarchies/{file}": { answer: Record<string, unknown> };
  "POST /datasets/{id}/jobs": { body: JobRequest; answer: JobView };
  "PUT /datasets/{id}/population/{file}": { answer: Population };
  "GET /datasets/{id}/project": { answer: Project };
  "PUT /datasets/{id}/project": { body: ProjectRequest; answer: Project };
  "GET /datasets/{id}/project.toml": { answer: undefined };
  "PUT /datasets/{id}/project.toml": { answer: Project };
  "GET /datasets/{id}/rows": { answer: Rows };
  "GET /explain": { answer: ExplainedMethods };
  "POST /explain": { body: Asked; answer: Explanation };
  "GET /files": { answer: Entry[] };
  "GET /jobs": { answer: JobView[] };
  "GET /jobs/{id}": { answer: JobView };
  "DELETE /jobs/{id}": { answer: JobView };
  "GET /jobs/{id}/distributions": { answer: Distribution[] };
  "GET /jobs/{id}/download": { answer: undefined };
  "GET /jobs/{id}/events": { answer: undefined };
  "GET /jobs/{id}/lattice": { answer: Lattice };
  "GET /jobs/{id}/project": { answer: Project };
  "POST /jobs/{id}/publish": { body: Publish; answer: Published };
  "GET /jobs/{id}/regions": { answer: Region[] };
  "GET /jobs/{id}/report": { answer: undefined };
  "GET /jobs/{id}/result": { answer: JobResult };
  "GET /jobs/{id}/rows": { answer: ReleasedRows };
  "POST /login": { body: Login; answer: undefined };
  "GET /models": { answer: Models };
  "GET /openapi.json": { answer: Record<string, unknown> };
  "GET /session": { answer: Session };
}
