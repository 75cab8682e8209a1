//! What each kind of noise keeps.

use super::NoiseKind;
use crate::descriptor::Text;
use crate::keeps::{Claim, Keeps};

/// What the noise says about statistics; d is the share of the variance.
pub(super) fn keeps(noise: NoiseKind, d: f64) -> Keeps {
    let root = Claim::Times(1.0 / (1.0 + d).sqrt());
    let on_average = |text| Keeps {
        means: Claim::OnAverage,
        ..Keeps::nothing(text)
    };
    match noise {
        NoiseKind::Correlated => Keeps {
            variances: Claim::OnAverage,
            between: Claim::OnAverage,
            with_others: root,
            ..on_average(CORRELATED)
        },
        NoiseKind::Rotation => Keeps {
            means: Claim::Exactly,
            variances: Claim::Exactly,
            between: Claim::Exactly,
            ..Keeps::nothing(ROTATION)
        },
        NoiseKind::Multiplicative => Keeps {
            variances: Claim::Larger,
            between: Claim::Smaller,
            with_others: Claim::Smaller,
            ..on_average(MULTIPLICATIVE)
        },
        NoiseKind::Laplace | NoiseKind::Gaussian => Keeps {
            variances: Claim::Larger,
            between: Claim::Smaller,
            with_others: Claim::Smaller,
            ..on_average(STATED)
        },
        NoiseKind::Additive => Keeps {
            variances: Claim::Times(1.0 + d),
            between: Claim::Times(1.0 / (1.0 + d)),
            with_others: root,
            ..on_average(ADDITIVE)
        },
    }
}

const ADDITIVE: Text = Text {
    en: "Additive noise keeps means and covariances on average; variances grow by the factor 1 + variance, so correlations shrink.",
    fr: "Le bruit additif conserve en moyenne les moyennes et les covariances ; les variances croissent du facteur 1 + variance, donc les corrélations diminuent.",
};

const CORRELATED: Text = Text {
    en: "Correlated noise keeps means, variances and the covariances of the named attributes on average, and so their correlations and regressions.",
    fr: "Le bruit corrélé conserve en moyenne les moyennes, les variances et les covariances des attributs nommés, donc leurs corrélations et leurs régressions.",
};

const MULTIPLICATIVE: Text = Text {
    en: "Multiplicative noise keeps means on average and signs always; variances grow, most where values are large.",
    fr: "Le bruit multiplicatif conserve les moyennes en moyenne et les signes toujours ; les variances croissent, surtout pour les grandes valeurs.",
};

const ROTATION: Text = Text {
    en: "Rotation keeps means, variances and covariances of the named attributes exactly, and so their correlations and regressions.",
    fr: "La rotation conserve exactement les moyennes, les variances et les covariances des attributs nommés, donc leurs corrélations et leurs régressions.",
};

const STATED: Text = Text {
    en: "Noise of a stated ε keeps the means of values within their bounds on average; each variance grows by the square of the noise's deviation.",
    fr: "Le bruit d'ε donné conserve en moyenne les moyennes des valeurs comprises dans leurs bornes ; chaque variance croît du carré de l'écart type du bruit.",
};
