//! The public library: everything that the command line, the page and other languages share, under one name.
//!
//! It holds no code of its own. Each line names the crate that does the work.

pub use bauta_advise::{
    AdviceRequest, Grid, Learned, MeasuredSignature, Results, ScoreFiles, ScoreReport, Session,
    advise, answers_of, check_ontology, learn, load_ontology, methods_turtle, score_files,
};
pub use bauta_classify::{
    AttributeProfile, Combination, CombinationSearch, Content, Inspection, Proposal, Proposals,
    Reason, TOLD_SHARE, inspect, listed, propose,
};
pub use bauta_documents::is_report_name;
pub use bauta_evaluate::{
    AttackRequest, Attacked, Candidate, ClassAttacks, Compared, Comparison, ComparisonCriterion,
    Criteria, Criterion, EvaluateOptions, Evaluated, ExpectedMatches, Explained, HouseholdReport,
    Inferred, Linkage, Matched, MeasuredRisk, ModelScores, OutlierReport, PopulationReport,
    PopulationSource, QueryReport, RiskOptions, RiskPeople, RiskPrivacy, RiskReport, Risks, Score,
    SingledOut, Status, SudaReport, TaskUtility, TwoReleases, UnknownRisk, Verdict, attack,
    attack_release, candidates_of_plan, compare, evaluate, exact_rows, plot_html, plot_svg, risk,
};
pub use bauta_explain::{
    Ending, Explainable, Explanation, FamilyTold, FigureTold, LatticeShape, Setting, Shown,
    ShownRow, ShownTable, SlotTold, ToldStep, Weighed, explain, explainable,
};
pub use bauta_graph_run as graph;
pub use bauta_guide as guide;
pub use bauta_messages::{Error, ErrorKind, Result, sentence, word};
pub use bauta_methods::Drawn as Lattice;
pub use bauta_run::{
    Account, Answer, AttackTarget, CheckOptions, CheckReport, Coefficient, Footing, Held, History,
    HouseholdFinding, InitOptions, Kept, KeyRecord, LinkedReport, MethodCard, ModelCard, Moments,
    NumberKept, Opened, PairKept, Paragraph, ParameterCard, Project, ProjectInput, PseudonymRecord,
    Pseudonymized, Regression, ReleaseParts, ReleasePlaces, Report, Request, ReverseOptions,
    Reversed, Roles, Seconds, SettingCard, Standing, StepRecord, TableReport, WordsKept, add_step,
    anonymize, anonymize_linked, catalog, check, check_copy, default_output, exact_classes,
    history, hold, key_fingerprint, models, new_key, project, project_text, pseudonymize, publish,
    read, read_hierarchy, relative_to, remake, reverse, targets_table, undo_step, write_hierarchy,
};
pub use bauta_synthesis as synthesis;
pub use bauta_synthesis::{
    CoclusterOptions, CoclusterReport, Coclusters, Confusion, CopyCounts, Detail, Distances,
    Generator, HeldOut, JoinedReport, KeepOut, Margin, MembershipAttack, MembershipReading,
    PropensityScore, Round, SEARCH_ROUNDS, Study, StudyLevel, StudyRequest, Synthesis,
    SynthesisRequest, SyntheticEvaluated, SyntheticReading, SyntheticRequest, SyntheticVerdict,
    Way, WrittenParts, coclusters, evaluate_synthetic, study, synthesize,
};
